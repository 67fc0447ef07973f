import { editPlaces } from '@qd/catalogue/contract'
import { formatQuantity, useSession, userReaches } from '@qd/web-base'
import { ListSearch, LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState, Slot } from '@qd/web-frame'
import { Network, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useHomeTexts } from '../texts.ts'
import { isHeard, useLiveServers, useOnlineCurves } from '../online/use-live-servers.ts'
import { filterServers, labelsOf } from './filter-servers.ts'
import type { ServerFilter } from './filter-servers.ts'
import styles from './servers-panel.module.css'
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

function Branches({ tree, filter }: { tree: ServerTree; filter: ServerFilter }): ReactNode {
  const t = useHomeTexts()
  const user = useSession((state) => state.userInfo)
  // The first administrator of an empty console is whom others would ask.
  const mayAdd = userReaches(user, editPlaces, {})
  const live = useLiveServers()
  const curves = useOnlineCurves()
  const shown = filterServers(tree.branches, live, useDeferredValue(filter))
  if (tree.branches.length === 0) {
    if (tree.error !== null) return <ErrorState error={tree.error} onRetry={tree.retry} />
    if (tree.isPending) return <LoadingRows rows={8} />
    return (
      <EmptyState
        title={t('servers.none')}
        hint={t(mayAdd ? 'servers.addHint' : 'servers.noneHint')}
        action={<Slot name="noServers" />}
      />
    )
  }
  if (shown.length === 0) return <EmptyState icon={<SearchX />} title={t('servers.noMatch')} />
  return (
    <>
      {shown.map((branch) => (
        <ServerBranch key={branch.line.lineId} branch={branch} live={live} curves={curves} />
      ))}
      {tree.error === null ? null : <ErrorState error={tree.error} onRetry={tree.retry} />}
    </>
  )
}

function Total({ online }: { online: number }): ReactNode {
  const t = useHomeTexts()
  return (
    <span className={styles.total}>
      {t('servers.onlineTotal')} <b>{formatQuantity(online)}</b>
    </span>
  )
}

/** Narrows the list to servers with a label; a second click takes it off. */
function LabelFilter(props: {
  labels: readonly string[]
  label: string
  onLabel: (label: string) => void
}): ReactNode {
  const t = useHomeTexts()
  const { labels, label, onLabel } = props
  if (labels.length === 0) return null
  return (
    <div className={styles.labels} role="group" aria-label={t('servers.labels')}>
      {labels.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.label}
          aria-pressed={each === label}
          onClick={() => onLabel(each === label ? '' : each)}
        >
          {each}
        </button>
      ))}
    </div>
  )
}

/** Every server the caller reaches, to choose one with a click. */
export function ServersPanel(): ReactNode {
  const t = useHomeTexts()
  const tree = useServerTree()
  const live = useLiveServers()
  const [filter, setFilter] = useState<ServerFilter>({ search: '', label: '' })
  const labels = labelsOf(tree.branches, live)
  const online = [...live.values()].reduce(
    (sum, server) => sum + (isHeard(server) ? (server.online ?? 0) : 0),
    0,
  )
  const count = tree.branches.reduce((sum, { servers }) => sum + (servers?.length ?? 0), 0)
  return (
    <Panel
      title={t('servers.title')}
      icon={<Network size={15} aria-hidden />}
      count={count === 0 ? undefined : count}
      actions={online === 0 ? undefined : <Total online={online} />}
      status={online === 0 ? undefined : t('servers.curve')}
    >
      <div role="group" aria-label={t('servers.title')} onKeyDown={walk}>
        <ListSearch
          label={t('servers.filter')}
          value={filter.search}
          onChange={(search) => setFilter({ ...filter, search })}
        />
        <LabelFilter
          labels={labels}
          label={filter.label}
          onLabel={(label) => setFilter({ ...filter, label })}
        />
        <Branches tree={tree} filter={filter} />
      </div>
    </Panel>
  )
}
