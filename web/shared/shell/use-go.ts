import { useLocation } from 'preact-iso/router';

/** Goes to another view. */
export function useGo(): (address: string, replace?: boolean) => void {
  return useLocation().route;
}
