import type { Page } from '../rules/wire';
import type { Words } from './words';

/** How many devices every plan is for. */
export function devicesText(t: Words, { devices, devices_at_once: at_once }: Page['brand']['claims']): string {
  return at_once === devices ? t('include.devices.all', { devices }) : t('include.devices', { devices, at_once });
}
