import { Fragment, type ReactNode } from 'react';
import { usePageContext } from '../../state/page-context';

/** The slots in the long texts' sentences: the company, its claims, and links. */
export function useSlots(): Record<string, ReactNode> {
  const { page, t } = usePageContext();
  const { brand, prefixes } = page;
  const apps = [
    [brand.link_ios, 'result.download.ios'],
    [brand.link_android, 'result.download.android'],
    [brand.link_windows, 'result.download.windows'],
    [brand.link_macos, 'result.download.macos'],
  ] as const;
  return {
    brand: <bdi>{brand.name}</bdi>,
    entity: <bdi>{brand.legal_entity}</bdi>,
    address: <bdi>{brand.address}</bdi>,
    registration: <bdi>{brand.registration}</bdi>,
    vat: <bdi>{brand.vat}</bdi>,
    days: brand.claims.guarantee_days,
    devices: brand.claims.devices,
    at_once: brand.claims.devices_at_once,
    locations: <bdi>{brand.claims.locations}</bdi>,
    servers: brand.claims.servers?.join(' · '),
    support: (
      <a href={`mailto:${brand.support_email}`} dir="ltr">
        {brand.support_email}
      </a>
    ),
    esim_support: (
      <a href={`mailto:${brand.esim_support_email}`} dir="ltr">
        {brand.esim_support_email}
      </a>
    ),
    chat: (
      <a href={brand.chat_link} rel="noreferrer">
        <bdi>{brand.chat_name}</bdi>
      </a>
    ),
    phone: <bdi dir="ltr">{brand.support_phone}</bdi>,
    hours: brand.support_hours,
    tutorial: <a href={`${prefixes.esim}/esim/tutorial`}>{t('shell.tutorial')}</a>,
    terms: <a href={`${prefixes.vpn}/terms`}>{t('shell.terms')}</a>,
    privacy: <a href={`${prefixes.vpn}/privacy-policy`}>{t('shell.privacy')}</a>,
    withdrawal: <a href={`${prefixes.vpn}/withdrawal`}>{t('shell.withdrawal')}</a>,
    panel: <a href={`${prefixes.account}/panel`}>{t('shell.panel')}</a>,
    guide: t.has('support.guide') ? <a href={`${prefixes.vpn}/app-landing-whatsapp`}>{t('support.guide')}</a> : null,
    ios: <a href={brand.link_ios}>{brand.name}</a>,
    android: <a href={brand.link_android}>{brand.name}</a>,
    windows: <a href={brand.link_windows}>{brand.name}</a>,
    macos: <a href={brand.link_macos}>{brand.name}</a>,
    downloads: apps.map(([address, name], index) => (
      <Fragment key={name}>
        {index > 0 ? ' · ' : null}
        <a href={address}>{t(name)}</a>
      </Fragment>
    )),
  };
}
