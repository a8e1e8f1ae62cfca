const shownMs = 1_500;

/** Puts a button on each block of code. */
export function copyButtons(): void {
  for (const block of document.querySelectorAll('pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-code';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, shownMs);
    });
    frame.append(block, button);
  }
}
