import { sample } from '#test/samples/sample.ts';

export default sample({
  input: {
    name: 'Conference guests',
    profiles: [{ profile_url: 'https://www.linkedin.com/in/asha-example', client_reference: 'guest-1' }],
  },
  another: { name: 'Other guests' },
  refusals: {
    file_refused: { file: { text: 'city,country\nPune,India\n', contentType: 'text/csv' } },
  },
});
