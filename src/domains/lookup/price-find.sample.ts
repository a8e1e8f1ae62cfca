import { sample } from '#test/samples/sample.ts';

export default sample({
  another: { profile_url: 'https://github.com/ravi-example' },
  refusals: {
    invalid_profile_url: { input: { profile_url: 'https://www.linkedin.com/company/example-works' } },
  },
});
