import { Tabs } from '#web/shared/layout/tabs.tsx';

export const ConnectTabs = () => (
  <Tabs
    label="Ways to connect"
    of={[
      ['/app/connect', 'Agents'],
      ['/app/connect/extension', 'Browser extension'],
    ]}
  />
);
