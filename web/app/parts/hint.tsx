import type { ComponentChildren } from 'preact';
import './hint.css';

/** What somebody has to know or do before the rest of a view is of use. */
export const Hint = ({ children }: { children: ComponentChildren }) => <p class="hint-box">{children}</p>;
