import { Page } from '../../shared/page.tsx';

export default function Overview() {
  return <Page title="Overview" />;
}
