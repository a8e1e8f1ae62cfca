import { Copy } from '../../../shared/copy.tsx';

/** Text to be pasted elsewhere. */
export const CodeBlock = ({ text }: { text: string }) => (
  <div class="code-block">
    {/* It may be wider than the page, so people without a mouse must be able to scroll it. */}
    <pre tabIndex={0} role="region" aria-label="To be copied">
      {text}
    </pre>
    <Copy text={text} />
  </div>
);
