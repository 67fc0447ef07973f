import { useShortcut } from '@qd/web-frame'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ConnectionsPanel } from '../connections/connections-panel.tsx'
import { useOpenings } from '../connections/openings.ts'
import { ConsoleDock } from '../console/console-dock.tsx'
import { showConsoles } from '../console/consoles.ts'
import { DetailPanel } from '../detail/detail-panel.tsx'
import { KeysPanel } from '../keys/keys-panel.tsx'
import { CommandLog, useLogFeed } from '../log/command-log.tsx'
import { useRedisTexts } from '../texts.ts'
import { showDock, useDock } from '../workspace/dock.ts'
import type { DockPart } from '../workspace/dock.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import { useShownView } from './shown-view.tsx'
import { RedisLayout } from './redis-layout.tsx'
import type { RedisPart } from './redis-layout.tsx'
import { useAddress } from './use-address.ts'

/** On a phone the part comes into view that was just opened: keys of a database, then a key, or a view that was chosen; or what failed to open. */
function useShownPart(): [RedisPart, (part: RedisPart) => void] {
  const active = useWorkspace((workspace) => workspace.active)
  const key = useWorkspace((workspace) => workspace.key)
  const view = useWorkspace((workspace) => workspace.view)
  const failure = useOpenings(
    ({ byId }) => Object.values(byId).find(({ error }) => error !== null)?.error ?? null,
  )
  const [part, setPart] = useState<RedisPart>(active === null ? 'connections' : 'keys')
  const [seen, setSeen] = useState({ active, key, view, failure })
  if (seen.active !== active || seen.key !== key || seen.view !== view || seen.failure !== failure) {
    setSeen({ active, key, view, failure })
    if (failure !== null && seen.failure !== failure) setPart('connections')
    else if (key !== null && seen.key !== key) setPart('detail')
    else if (active !== null && seen.active !== active) setPart('keys')
    else if (active === null) setPart('connections')
    else if (seen.view !== view && part === 'connections') setPart('keys')
  }
  return [part, setPart]
}

const DOCKS: Readonly<Record<DockPart, ReactNode>> = { log: <CommandLog />, console: <ConsoleDock /> }

/** The Redis manager (S2.13): connections, keys, one key. */
export default function RedisPage(): ReactNode {
  const t = useRedisTexts()
  const [part, setPart] = useShownPart()
  const docked = useDock(({ part: each }) => each)
  useAddress()
  useLogFeed()
  useShortcut('mod+alt+k', showConsoles, { label: t('console.open'), group: t('page.title') })
  const choosePart = (next: RedisPart): void => {
    setPart(next)
    // Where there is room for one, what is docked gives way.
    showDock(null)
  }
  return (
    <RedisLayout
      part={part}
      onPart={choosePart}
      connections={<ConnectionsPanel />}
      keys={<KeysPanel />}
      detail={<DetailPanel />}
      view={useShownView()}
      dock={docked === null ? null : DOCKS[docked]}
    />
  )
}
