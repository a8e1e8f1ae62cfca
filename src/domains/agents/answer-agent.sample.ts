import { sample } from '#test/samples/sample.ts';

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_balance' } };

export default sample({ file: { text: JSON.stringify(call), contentType: 'application/json' } });
