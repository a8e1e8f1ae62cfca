import { Copy } from '#web/shared/values/copy.tsx';
import './code-block.css';

/** Text to be pasted elsewhere. */
export const CodeBlock = ({ text }: { text: string }) => (
  <div class="code-block">
    <pre>{text}</pre>
    <Copy text={text} />
  </div>
);
