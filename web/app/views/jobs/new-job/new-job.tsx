import { forgetWantedJob } from '#web/app/parts/buying/wanted-job.ts';
import { Loading } from '#web/shared/answers/loading.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { ChooseFile } from './choose-file.tsx';
import { Preview } from './preview.tsx';
import { RefusedFile } from './refused-file.tsx';
import { useFileReading } from './use-file-reading.ts';
import '#web/app/views/jobs/jobs.css';

/** Drop a file, see how it was read and what it costs at most, and start it. */
export default function NewJob() {
  const { file, pasted, how, read, error, isLoading, choose, readAs, again } = useFileReading();
  const leave = () => {
    forgetWantedJob();
    choose(null);
  };
  return (
    <Page
      title="New job"
      intro="Nothing is looked up, and nothing spent, before you start the job."
      actions={<a href="/app/jobs">All jobs</a>}
    >
      {!file && <ChooseFile pasted={pasted} onFile={choose} />}
      {file && isLoading && !read && <Loading />}
      {file && error !== undefined && (
        <RefusedFile error={error} file={file} onRead={readAs} onRetry={again} onLeave={leave} />
      )}
      {file && read && error === undefined && (
        <Preview file={file} how={how} read={read} isLoading={isLoading} onRead={readAs} onLeave={leave} />
      )}
    </Page>
  );
}
