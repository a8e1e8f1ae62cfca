import { readDocument } from './document.ts';
import { type Exchange, hangMs, openExchange } from './exchange.ts';
import { contactRows } from './fictional.ts';
import { openJudge } from './judge.ts';
import { answerText, openReport } from './report.ts';
import { type Campaign, customersAtOnce, sendAll } from './send-requests.ts';
import { openServiceUnderFuzz, type ServiceUnderFuzz } from './service-under-fuzz.ts';
import { type Observed, openWatch } from './watch.ts';

export type FuzzOptions = Pick<Campaign, 'seed' | 'requests' | 'only' | 'tell' | 'onProgress'> & {
  /** Milliseconds after which a wait for a sign of life is a failure; only a hang is, if absent. */
  stallMs?: number;
};

export interface FuzzResult {
  passed: number;
  failed: number;
}

const memoryMegabytesMax = 768;

/** Starts the program, sends everything, and judges every answer and what is left at the end. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  await using service = await openServiceUnderFuzz();
  await using exchange = openExchange(service.url.href, customersAtOnce);
  const campaign = await openCampaign(options, service, exchange);
  await using watch = openWatch({
    service,
    stallMs: options.stallMs ?? hangMs,
    onStall: (ms) =>
      campaign.report.failedAsAWhole(
        `no request was answered for ${ms} ms; in flight: ${[...campaign.pending]}`,
      ),
  });
  await sendAll(campaign);
  tellOf(campaign, await watch.end());
  for (const fault of await service.end()) campaign.report.failedAsAWhole(fault);
  if (campaign.report.summary()) options.tell(`\n${campaign.report.summary()}`);
  return campaign.report.counts();
}

async function openCampaign(
  options: FuzzOptions,
  service: ServiceUnderFuzz,
  exchange: Exchange,
): Promise<Campaign> {
  const get = (target: string) => exchange.send({ method: 'GET', target, headers: {}, body: null });
  const errorPage = async (code: string) => {
    const { status, body } = await get(`/errors/${encodeURIComponent(code)}`);
    return status === 200 ? body : null;
  };
  const document = readDocument(JSON.parse((await get('/openapi.json')).body));
  await loadDirectory(service, exchange);
  return {
    ...options,
    service,
    document,
    exchange,
    judge: openJudge({ document, errorPage, secrets: service.hidden }),
    report: openReport(options.seed, options.tell),
    pending: new Set(),
    reached: new Set(),
  };
}

async function loadDirectory(service: ServiceUnderFuzz, exchange: Exchange): Promise<void> {
  const imported = await exchange.send({
    method: 'POST',
    target: '/api/v1/admin/directory/imports?file_name=fuzz.csv',
    headers: { ...service.secrets, 'content-type': 'text/csv' },
    body: Buffer.from(contactRows()),
  });
  if (imported.status !== 200) throw new Error(`the directory was not loaded: ${answerText(imported)}`);
}

function tellOf({ document, reached, report, tell, only }: Campaign, { longestMs, memory }: Observed): void {
  const megabytes = memory.map((bytes) => Math.round(bytes / 2 ** 20));
  const most = Math.max(...megabytes);
  if (most > memoryMegabytesMax) report.failedAsAWhole(`the process grew to ${most} MB`);
  if (only !== undefined) return;
  const unreached = document.endpoints.filter(({ id }) => !reached.has(id)).map(({ id }) => id);
  tell(`\n${reached.size} of ${document.endpoints.length} operations gave a good answer.`);
  if (unreached.length > 0) tell(`None came from ${unreached.join(', ')}.`);
  tell(`The longest wait for a sign of life was ${Math.round(longestMs)} ms.`);
  tell(`Memory: ${megabytes[0]} MB at first, ${most} MB at most, ${megabytes.at(-1)} MB at the end.`);
}
