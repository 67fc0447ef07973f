import { ListSearch, LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState, Slot } from '@qd/web-frame'
import { Network, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useHomeTexts } from '../texts.ts'
import { filterServers } from './filter-servers.ts'
import { ServerBranch } from './server-branch.tsx'
import { useServerTree } from './use-server-tree.ts'
import type { ServerTree } from './use-server-tree.ts'

/** Arrow keys walk from the filter through every server, across lines. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-server]')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function Branches({ tree, search }: { tree: ServerTree; search: string }): ReactNode {
  const t = useHomeTexts()
  const shown = filterServers(tree.branches, useDeferredValue(search))
  if (tree.branches.length === 0) {
    if (tree.error !== null) return <ErrorState error={tree.error} onRetry={tree.retry} />
    if (tree.isPending) return <LoadingRows rows={8} />
    return (
      <EmptyState title={t('servers.none')} hint={t('servers.noneHint')} action={<Slot name="noServers" />} />
    )
  }
  if (shown.length === 0) return <EmptyState icon={<SearchX />} title={t('servers.noMatch')} />
  return (
    <>
      {shown.map((branch) => (
        <ServerBranch key={branch.line.lineId} branch={branch} />
      ))}
      {tree.error === null ? null : <ErrorState error={tree.error} onRetry={tree.retry} />}
    </>
  )
}

/** Every server the caller reaches, to choose one with a click. */
export function ServersPanel(): ReactNode {
  const t = useHomeTexts()
  const tree = useServerTree()
  const [search, setSearch] = useState('')
  const count = tree.branches.reduce((sum, { servers }) => sum + (servers?.length ?? 0), 0)
  return (
    <Panel
      title={t('servers.title')}
      icon={<Network size={15} aria-hidden />}
      count={count === 0 ? undefined : count}
    >
      <div role="group" aria-label={t('servers.title')} onKeyDown={walk}>
        <ListSearch label={t('servers.filter')} value={search} onChange={setSearch} />
        <Branches tree={tree} search={search} />
      </div>
    </Panel>
  )
}
