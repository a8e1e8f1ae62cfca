/** In credits. */
export const creditCosts = {
  contact_find: 1,
  social_links_per_link: 0,
  social_bulk_bonus: 0,
  company_email: 0,
  verify_email: 0,
  note: 'A completed lookup costs 1 credit when it finds at least one email address or phone number. Misses, failures and links alone are free.',
};
