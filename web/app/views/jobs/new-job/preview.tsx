import { forgetWantedJob } from '#web/app/parts/buying/wanted-job.ts';
import { Figures } from '#web/app/parts/figures.tsx';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { useGo } from '#web/shared/shell/use-go.ts';
import { FileCard } from './file-card.tsx';
import { FirstRows } from './first-rows.tsx';
import { handedOver } from './handed-over.ts';
import { keepFile } from './kept-file.ts';
import { Mapping } from './mapping.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { StartJob, type StartOptions } from './start-job.tsx';
import { type ChosenFile, type HowToRead, type ReadJob, sendFile } from './use-file-reading.ts';

interface PreviewProps {
  file: ChosenFile;
  how: HowToRead;
  read: ReadJob;
  isLoading: boolean;
  onRead: (how: HowToRead) => void;
  onLeave: () => void;
}

/** How a file was read and what it costs at most, and the button that starts the job. */
export function Preview({ file, how, read, isLoading, onRead, onLeave }: PreviewProps) {
  const go = useGo();
  const attempt = useAttempt();
  const { counts, credits } = read;

  const start = async (options: StartOptions) => {
    const idempotencyKey = attempt.keyFor(file.name, how, options);
    const { id } = await sendFile(file, { ...options, ...how }, { idempotencyKey });
    forgetWantedJob();
    handedOver.pasted = undefined;
    go(`/app/jobs/${id}`);
  };
  const buyFirst = async () => {
    const isKept = await keepFile({ file, how }, credits.at_most);
    if (!isKept) notify(`${file.name} is too large to keep. Choose it again after your payment.`);
    go('/app/plans');
  };

  const steps = (
    <>
      <FileCard file={file} onLeave={onLeave}>
        <Figures
          of={[
            ['Rows', counts.rows],
            ['Profiles to look up', counts.profiles],
            credits.already_paid > 0 && ['Already paid for', credits.already_paid],
            counts.repeated > 0 && ['Repeated rows', counts.repeated],
            counts.refused > 0 && ['Refused rows', counts.refused],
          ]}
        />
        {counts.repeated > 0 && (
          <p class="small">A repeated row gets the answer of the first and costs nothing.</p>
        )}
        {read.file && read.file.columns.length > 1 && <Mapping of={read.file} onRead={onRead} />}
        <FirstRows of={read.first_rows} total={counts.rows} />
      </FileCard>
      {read.refused.length > 0 && <RefusedRows of={read.refused} total={counts.refused} />}
    </>
  );
  return (
    <div class="job-steps" aria-busy={isLoading}>
      <StartJob
        file={file}
        credits={credits.at_most}
        profiles={counts.profiles}
        onStart={start}
        onBuy={buyFirst}
      >
        {steps}
      </StartJob>
    </div>
  );
}
