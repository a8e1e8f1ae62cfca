import { Copy } from '#web/shared/values/copy.tsx';

/** Text to be pasted elsewhere. */
export const CodeBlock = ({ text }: { text: string }) => (
  <div class="code-block">
    <pre>{text}</pre>
    <Copy text={text} />
  </div>
);
