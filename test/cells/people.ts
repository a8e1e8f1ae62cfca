/** A fictional person of the directory, each with a mail domain of their own, so that no limit of mails per domain counts. */
export const personOf = (number: number) => ({
  url: `https://github.com/person-${number}`,
  email: `person-${number}@person-${number}.example`,
});

export const fileOf = (people: number): string =>
  [
    'profile_url,full_name,email',
    ...Array.from({ length: people }, (_, number) => {
      const { url, email } = personOf(number);
      return `${url},Person Number ${number},${email}`;
    }),
  ].join('\n');
