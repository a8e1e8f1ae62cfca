import { sample } from '#test/samples/sample.ts';

export default sample({ input: { request_id: 'opt_4mAYQ7rYV0bIqJm2vQx1sT', token: '3Zk9VtQd0cU2' } });
