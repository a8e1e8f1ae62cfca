import { type IDataObject, type IExecuteFunctions, NodeOperationError, sleep } from 'n8n-workflow';
import { request } from './request.ts';

/** Seconds between two questions: soon at first, since small jobs end in a moment. */
const pauses = [1, 1, 2, 4, 8];
const longestPause = 15;

/** Asks for an answer until its status is none of `unfinished`. */
export async function waitFor(
  n8n: IExecuteFunctions,
  path: string,
  unfinished: readonly string[],
  minutesMax: number,
  itemIndex: number,
): Promise<IDataObject> {
  let waited = 0;
  for (let asked = 0; ; asked++) {
    const answer = await request(n8n, { method: 'GET', path }, itemIndex);
    if (!unfinished.includes(String(answer.status))) return answer;
    const seconds = pauses[asked] ?? longestPause;
    waited += seconds;
    if (waited > minutesMax * 60)
      throw new NodeOperationError(
        n8n.getNode(),
        `It is still ${answer.status} after ${minutesMax} minutes.`,
        {
          itemIndex,
          description: 'Allow more minutes, or start a workflow when it ends with the Contactry Trigger.',
        },
      );
    await sleep(seconds * 1000);
  }
}
