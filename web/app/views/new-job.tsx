import { Loading } from '../../shared/loading.tsx';
import { Page } from '../../shared/page.tsx';
import { ChooseFile } from './jobs/choose-file.tsx';
import { useFileReading } from './jobs/file-reading.ts';
import { Preview } from './jobs/preview.tsx';
import { RefusedFile } from './jobs/refused-file.tsx';
import './jobs/jobs.css';

/** Drop a file, see how it was read and what it costs at most, and start it. */
export default function NewJob() {
  const { file, pasted, column, encoding, read, error, isLoading, choose, nameColumn, nameEncoding, again } =
    useFileReading();
  return (
    <Page
      title="New job"
      intro="Nothing is looked up, and nothing spent, before you start the job."
      actions={<a href="/app/jobs">All jobs</a>}
    >
      {!file && <ChooseFile pasted={pasted} onFile={choose} />}
      {file && isLoading && !read && <Loading />}
      {file && error !== undefined && (
        <RefusedFile
          error={error}
          file={file}
          onColumn={nameColumn}
          onEncoding={nameEncoding}
          onRetry={again}
          onLeave={() => choose(null)}
        />
      )}
      {file && read && error === undefined && (
        <Preview
          file={file}
          column={column}
          encoding={encoding}
          read={read}
          isLoading={isLoading}
          onColumn={nameColumn}
          onLeave={() => choose(null)}
        />
      )}
    </Page>
  );
}
