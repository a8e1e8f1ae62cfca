import { manifest } from '#app/manifest.ts';
import { compileTools } from '#surfaces/mcp/tools.ts';
import { proxiedDoors } from '#surfaces/web/proxy/proxied-doors.ts';
import { type ApiDocument, readDocument } from './document.ts';
import { type Exchange, hangMs, openExchange } from './exchange.ts';
import { contactRows } from './fictional.ts';
import { openJudge } from './judge.ts';
import { answerText, openReport } from './report.ts';
import { type Campaign, customersAtOnce, sendAll } from './send-requests.ts';
import { openServiceUnderFuzz, type ServiceUnderFuzz } from './service-under-fuzz.ts';
import { openSuspects } from './suspects.ts';
import { type Observed, openWatch } from './watch.ts';
import type { AgentTool, Made } from './ways/way.ts';

export type FuzzOptions = Pick<Campaign, 'seed' | 'requests' | 'only' | 'tell' | 'onProgress'> & {
  /** Milliseconds that an answer may take, alone on a machine that isn't busy; only a hang is a failure, if absent. */
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
    onStall: () => {
      for (const [number, request] of campaign.pending) campaign.suspects.note(number, request);
    },
  });
  await sendAll(campaign);
  tellOf(campaign, await watch.end());
  for (const slow of await campaign.suspects.examine()) campaign.report.failedAsAWhole(slow);
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
    made: madeOf(document, service),
    exchange,
    judge: openJudge({ document, errorPage, secrets: service.hidden }),
    report: openReport(options.seed, options.tell),
    suspects: openSuspects(service, exchange, options.stallMs ?? hangMs),
    pending: new Map(),
    reached: new Set(),
  };
}

/** Tools and pages that the program itself offers. */
function madeOf(document: ApiDocument, { secrets }: ServiceUnderFuzz): Made {
  const proxied = (app: 'app' | 'console') =>
    new Set(proxiedDoors(manifest, app).map(({ door }) => `${door.method} ${door.path}`));
  return {
    document,
    secrets,
    tools: [...compileTools(manifest).values()].map(({ listed }) => listed as unknown as AgentTool),
    proxied: { app: proxied('app'), console: proxied('console') },
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

function tellOf(
  { made: { document }, reached, report, tell, only }: Campaign,
  { longestMs, memory }: Observed,
): void {
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
