import { forgetPlayer } from '@qd/scope/web'
import { currentPath, goTo, textOf } from '@qd/web-base'
import { NO_PLAYER, addressWithPlayer, playerOfAddress } from '@qd/web-calls'
import { openDialog, unsavedInPage, unsavedInTab, useDialogs, useUnsaved } from '@qd/web-frame'
import type { NamedPlayer } from '@qd/web-calls'
import '../../boot/texts.ts'
import { LossQuestion } from './loss-question.tsx'
import { refreshTab } from './refresh-tab.ts'
import { isFixed } from './tab-list.ts'
import type { TabEntry } from './tab-list.ts'
import { useTabs } from './tabs-store.ts'

/** Where a tab leads to: its own player stays its own, other pages keep the given one (S2.20). */
export function addressOfTab(tab: TabEntry, player: NamedPlayer): string {
  return tab.hasOwnUId ? tab.address : addressWithPlayer(tab.address, player)
}

/** Id of the tab in view; empty on a page without one. */
export function tabInView(): string {
  return useDialogs.getState().activeTab
}

/** Shows a tab that is open, or does nothing. */
export function showTab(id: string): void {
  const tab = useTabs.getState().tabs.find((each) => each.id === id)
  if (tab !== undefined) goTo(addressOfTab(tab, playerOfAddress(currentPath())))
}

/** From the tab in view to the one used before it. */
export function leaveInView(tab: TabEntry, gone: ReadonlySet<string>): void {
  const { recency, tabs, leave } = useTabs.getState()
  const nextId = recency.find((id) => !gone.has(id)) ?? tabs.find(({ id }) => !gone.has(id))?.id
  const next = tabs.find(({ id }) => id === nextId)
  const current = playerOfAddress(currentPath())
  const isPlayer = tab.hasOwnUId && current.uId !== ''
  if (isPlayer) forgetPlayer()
  leave(tab.id)
  goTo(next === undefined ? '/' : addressOfTab(next, isPlayer ? NO_PLAYER : current))
}

function closeNow(closing: readonly TabEntry[]): void {
  const gone = new Set(closing.map(({ id }) => id))
  const inView = closing.find(({ id }) => id === tabInView())
  useTabs.getState().close([...gone].filter((id) => id !== inView?.id))
  if (inView !== undefined) leaveInView(inView, gone)
}

function askFirst(losing: readonly TabEntry[], isRefresh: boolean, onSure: () => void): void {
  if (losing.length === 0) return onSure()
  openDialog(
    ({ close }) => (
      <LossQuestion
        tabs={losing}
        isRefresh={isRefresh}
        onCancel={close}
        onSure={() => {
          close()
          onSure()
        }}
      />
    ),
    {
      title: textOf('shell', isRefresh ? 'tabs.loss.refreshTitle' : 'tabs.loss.title'),
      tab: null,
      danger: true,
    },
  )
}

/** Closes what may be closed of the given tabs; asks first where something would be lost. */
export function closeTabs(ids: readonly string[]): void {
  const closing = useTabs.getState().tabs.filter((tab) => ids.includes(tab.id) && !isFixed(tab))
  const { counts } = useUnsaved.getState()
  const losing = closing.filter(({ id }) => unsavedInTab(counts, id) > 0)
  askFirst(losing, false, () => closeNow(closing))
}

export function closeTab(id: string): void {
  closeTabs([id])
}

/** Mounts a page anew; asks first when something typed there would be lost. */
export function refreshAfterAsking(tab: TabEntry): void {
  const isLosing = unsavedInPage(useUnsaved.getState().counts, tab.id) > 0
  askFirst(isLosing ? [tab] : [], true, () => refreshTab(tab.id))
}

/** Brings the tab back that was closed last. */
export function reopenClosed(): void {
  const tab = useTabs.getState().reopen()
  if (tab !== null) goTo(addressOfTab(tab, playerOfAddress(currentPath())))
}

/** Shows the tab that was in view before this one. */
export function showPrevious(): void {
  const previous = useTabs.getState().recency.at(1)
  if (previous !== undefined) showTab(previous)
}
