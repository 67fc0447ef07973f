import { textOf } from '@qd/web-base'
import { copyAloud } from '@qd/web-frame'
import type { MenuItem } from '@qd/web-controls'
import { ArrowLeft, ArrowRight, Copy, ExternalLink, History, Pin, PinOff, RotateCw, X } from 'lucide-react'
import '../../boot/texts.ts'
import { closeTabs, refreshAfterAsking, reopenClosed } from './tab-actions.tsx'
import { isFixed } from './tab-list.ts'
import type { TabEntry } from './tab-list.ts'
import { useTabs } from './tabs-store.ts'

const SIZE = 15

function linkTo(address: string): string {
  return `${window.location.href.split('#')[0]}#${address}`
}

function closeItems(tab: TabEntry, tabs: readonly TabEntry[]): MenuItem[] {
  const at = tabs.indexOf(tab)
  const sets = [
    { key: 'close', ids: [tab], icon: <X size={SIZE} /> },
    { key: 'closeOthers', ids: tabs.filter((each) => each !== tab) },
    { key: 'closeLeft', ids: tabs.slice(0, at) },
    { key: 'closeRight', ids: tabs.slice(at + 1) },
    { key: 'closeAll', ids: tabs },
  ] as const
  return sets
    .map((set) => ({ ...set, closable: set.ids.filter((each) => !isFixed(each)).map(({ id }) => id) }))
    .filter(({ closable }) => closable.length > 0)
    .map((set) => ({
      key: set.key,
      label: textOf('shell', `tabs.menu.${set.key}`),
      icon: 'icon' in set ? set.icon : <span style={{ width: SIZE }} />,
      onSelect: () => closeTabs(set.closable),
    }))
}

function moveItems(tab: TabEntry, tabs: readonly TabEntry[]): MenuItem[] {
  if (tab.isAffixed) return []
  const at = tabs.indexOf(tab)
  const canMove = (to: number) => {
    const other = tabs[to]
    return other !== undefined && !other.isAffixed && other.isPinned === tab.isPinned
  }
  const steps = [
    { key: 'moveLeft', to: at - 1, icon: <ArrowLeft size={SIZE} /> },
    { key: 'moveRight', to: at + 1, icon: <ArrowRight size={SIZE} /> },
  ] as const
  return steps
    .filter(({ to }) => canMove(to))
    .map(({ key, to, icon }) => ({
      key,
      icon,
      label: textOf('shell', `tabs.menu.${key}`),
      onSelect: () => useTabs.getState().move(tab.id, to),
    }))
}

function pinItem(tab: TabEntry): MenuItem[] {
  if (tab.isAffixed) return []
  const key = tab.isPinned ? 'unpin' : 'pin'
  const Icon = tab.isPinned ? PinOff : Pin
  return [
    {
      key,
      icon: <Icon size={SIZE} />,
      label: textOf('shell', `tabs.menu.${key}`),
      onSelect: () => useTabs.getState().pin(tab.id, !tab.isPinned),
    },
  ]
}

function linkItems(tab: TabEntry): MenuItem[] {
  return [
    {
      key: 'copy',
      icon: <Copy size={SIZE} />,
      label: textOf('shell', 'tabs.menu.copy'),
      onSelect: () => void copyAloud(linkTo(tab.address)),
    },
    {
      key: 'window',
      icon: <ExternalLink size={SIZE} />,
      label: textOf('shell', 'tabs.menu.window'),
      onSelect: () => void window.open(linkTo(tab.address), '_blank', 'noopener'),
    },
  ]
}

function reopenItem(): MenuItem[] {
  if (useTabs.getState().closed.length === 0) return []
  return [
    {
      key: 'reopen',
      icon: <History size={SIZE} />,
      label: textOf('shell', 'tabs.menu.reopen'),
      onSelect: reopenClosed,
    },
  ]
}

function withLine(items: MenuItem[]): MenuItem[] {
  return items.map((item, index) => (index === 0 ? { ...item, isSeparated: true } : item))
}

/** What can be done with a tab here and now; what cannot is left out. */
export function tabMenuItems(tab: TabEntry): MenuItem[] {
  const { tabs } = useTabs.getState()
  const refresh = {
    key: 'refresh',
    icon: <RotateCw size={SIZE} />,
    label: textOf('shell', 'tabs.menu.refresh'),
    onSelect: () => refreshAfterAsking(tab),
  }
  return [
    refresh,
    ...pinItem(tab),
    ...moveItems(tab, tabs),
    ...withLine(closeItems(tab, tabs)),
    ...withLine(linkItems(tab)),
    ...withLine(reopenItem()),
  ]
}
