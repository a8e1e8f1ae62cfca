import { CodeBlock } from '#web/app/parts/code/code-block.tsx';
import { Filter } from '#web/app/parts/filters/filter.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { verifyPrograms } from './verify-programs.ts';

const languages = [
  ['', 'TypeScript'],
  ['python', 'Python'],
] as const;

/** How a server verifies a message, as code to copy. */
export function VerifyCode() {
  const [{ language }] = useQuery();
  return (
    <Card title="Verify a message" actions={<Filter name="language" label="Language" options={languages} />}>
      <p>
        Verify the exact bytes that you received, before you parse them. A message may come twice with the
        same <code>webhook-id</code>.
      </p>
      <CodeBlock text={language === 'python' ? verifyPrograms.python : verifyPrograms.typescript} />
    </Card>
  );
}
