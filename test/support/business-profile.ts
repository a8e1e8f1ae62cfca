/** A fictional customer's details for invoices. */
export const businessProfile = {
  first_name: 'Asha',
  last_name: 'Example',
  address_line1: '12 Example Street',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
};
