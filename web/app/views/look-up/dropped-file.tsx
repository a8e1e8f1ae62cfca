import { useEffect } from 'preact/hooks';
import { handOver } from '#web/app/views/jobs/new-job/handed-over.ts';
import { useGo } from '#web/shared/shell/use-go.ts';

/** A file that is dropped anywhere on the page is the start of a job. */
export default function DroppedFile() {
  const go = useGo();
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      handOver({ name: file.name, content: file });
      go('/app/jobs/new');
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [go]);
  return null;
}
