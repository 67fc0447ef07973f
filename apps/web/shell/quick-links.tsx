import { getConfig } from '@qd/system/contract'
import { MenuButton, useCall, useTexts } from '@qd/web-kit'
import { Link as LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import '../boot/texts.ts'

/** Shortcut links of the settings file (S1.02); nothing when there are none. */
export function QuickLinks(): ReactNode {
  const t = useTexts('shell')
  const config = useCall(getConfig, {}, { staleTimeMs: Number.POSITIVE_INFINITY, silent: true }).data
  if (config === undefined || config.menus.length === 0) return null
  const items = config.menus.map(({ name, url, target = '_blank' }, index) => ({
    key: `${index} ${url}`,
    label: name,
    onSelect: () => void window.open(url, target, target === '_blank' ? 'noopener' : ''),
  }))
  return (
    <MenuButton label={t('nav.links')} items={items}>
      <LinkIcon size={15} aria-hidden />
    </MenuButton>
  )
}
