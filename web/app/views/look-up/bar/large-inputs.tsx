import { useEffect } from 'preact/hooks';
import { handOver, tooLarge } from '#web/app/views/jobs/new-job/handed-over.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { useGo } from '#web/shared/shell/use-go.ts';
import { countOf } from '#web/shared/values/count.tsx';
import { fits, textMax } from './fits.ts';

/** A file that is dropped anywhere on the page is the start of a job. A text that is too long for the bar is refused. */
export default function LargeInputs() {
  const go = useGo();
  useEffect(() => {
    const show = (isOver: boolean) => document.body.classList.toggle('dropping', isOver);
    const over = (event: DragEvent) => {
      event.preventDefault();
      show(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && show(false);
    const drop = (event: DragEvent) => {
      show(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      const refusal = tooLarge(file);
      if (refusal) return notify(refusal);
      handOver({ name: file.name, content: file });
      go('/app/jobs/new');
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('beforeinput', refuseTooLong);
    return () => {
      show(false);
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('beforeinput', refuseTooLong);
    };
  }, [go]);
  return null;
}

/** Before the browser draws it: a text of many megabytes would block the page. */
function refuseTooLong(event: InputEvent): void {
  const { target, data } = event;
  if (!(target instanceof HTMLTextAreaElement) || fits(target, data ?? '')) return;
  event.preventDefault();
  notify(`This text has more than ${countOf(textMax)} characters. Save it as a file and drop the file here.`);
}
