FROM debian:12.12-slim@sha256:d5d3f9c23164ea16f31852f95bd5959aad1c5e854332fe00f7b3a20fcc9f635c
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
USER postgres
# PgBouncer reads passwords from a file alone.
CMD ["bash", "-c", "umask 077; printf '\"contactry\" \"%s\"\\n' \"$POSTGRES_PASSWORD\" > /tmp/users; unset POSTGRES_PASSWORD; exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]
