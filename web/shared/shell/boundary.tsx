import { Component, type ComponentChildren } from 'preact';
import { Broken } from './broken.tsx';

interface Props {
  path: string;
  children: ComponentChildren;
}

/** Keeps the rest of the page when a view throws. Another address tries again. */
export class Boundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ path }: Props) {
    if (path !== this.props.path && 'error' in this.state) this.setState({ error: undefined });
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <Broken error={this.state.error} />;
  }
}
