export const help = `
  contactry: the command line of a Contactry service

  npx contactry import FILE        load contacts from a CSV or NDJSON file into the directory
      --format csv|ndjson          when the file's name doesn't end in .csv, .ndjson or .jsonl
      --again                      import a file once more that was imported already
      --dry-run                    show how the columns are read and what would be stored; store nothing
      --map email="Work Email"     what a header means that is not known; repeat it for further headers
      --date-order dmy|mdy|ymd     the order of day, month and year in dates such as 03/04/2026
      --source NAME                what customers are told as the source of the values; else "directory"
  npx contactry rejects IMPORT_ID  write the lines that were not taken, with their reasons, as CSV
  npx contactry status             show whether the service runs and what its directory holds
  npx contactry help               show this

  For all of them
      --url ADDRESS                of the service; else CONTACTRY_URL, else http://127.0.0.1:8080 (or PORT)
      --secret-file FILE           holds the admin secret, alone or as the service's secrets.json does;
                                   else ADMIN_SECRET, else DATA_DIR/secrets.json

  Ctrl-C stops an import without losing anything: the same command goes on where it stopped.

  Exit codes of import: 0 every row was taken, 2 some lines were rejected, 1 the import failed,
  64 the command was not understood, 130 it was stopped with Ctrl-C.

  The columns of a file and what becomes of each row: docs/guide/directory.md

`;
