import type { ErrorDefinitions } from '#core/failure.ts';

export const auditErrors = {
  alert_resolved: {
    status: 409,
    title: 'The alert is already resolved',
    retryable: false,
    when: 'Someone resolved the alert before you, or the service closed it because its cause was gone.',
    remedy: 'Read the alert with `status=resolved` to see who resolved it and their note.',
  },
} satisfies ErrorDefinitions;
