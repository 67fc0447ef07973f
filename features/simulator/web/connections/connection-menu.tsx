import type { ProtoSchema } from '@qd/proto-wire'
import { IconButton, MenuButton } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { openDialog } from '@qd/web-frame'
import { EllipsisVertical, HeartOff, HeartPulse } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionView } from '../../contract/index.ts'
import { openGuessDialog } from '../guess/guess-dialog.tsx'
import { openKeepDialog } from '../kept/keep-dialog.tsx'
import { useMayRecord } from '../record/may-record.ts'
import { openRecording } from '../record/recording-dialog.tsx'
import { simulatorText, useSimulatorTexts } from '../texts.ts'
import type { SimulatorTexts } from '../texts.ts'
import { askConnection, closeConnection } from './connection-store.ts'
import type { Connection } from './connection-store.ts'
import { connectionName } from './connection-tabs.tsx'
import { NetworkDialog } from './network-dialog.tsx'
import { saveSession } from './session-file.ts'
import { useAsk } from './use-ask.ts'

const GOOD_NETWORK = { delayMs: 0, bytesPerSecond: 0, isHalfOpen: false }

function openNetwork(key: string, view: ConnectionView): void {
  openDialog(({ close }) => <NetworkDialog connection={key} network={view.network} onClose={close} />, {
    title: simulatorText('page.network.title'),
    width: 420,
  })
}

/** What can be done to an open connection: all kinds of bad weather. */
function weatherItems(t: SimulatorTexts, key: string, view: ConnectionView, run: Run): MenuItem[] {
  const { network } = view
  const isBad = network.isHalfOpen || network.delayMs > 0 || network.bytesPerSecond > 0
  return [
    { key: 'drop', label: t('page.menu.drop'), onSelect: () => run(() => askConnection(key, 'drop', {})) },
    {
      key: 'half',
      label: t(network.isHalfOpen ? 'page.menu.halfOpenEnd' : 'page.menu.halfOpen'),
      onSelect: () =>
        run(() => askConnection(key, 'network', { ...network, isHalfOpen: !network.isHalfOpen })),
    },
    { key: 'slow', label: t('page.menu.slow'), onSelect: () => openNetwork(key, view) },
    ...(isBad
      ? [
          {
            key: 'good',
            label: t('page.menu.good'),
            onSelect: () => run(() => askConnection(key, 'network', GOOD_NETWORK)),
          },
        ]
      : []),
  ]
}

type Run = (action: () => Promise<unknown>) => void

function itemsOf(t: SimulatorTexts, connection: Connection, run: Run, shown: MenuItem[]): MenuItem[] {
  const { key, view, refusal } = connection
  const close: MenuItem = {
    key: 'close',
    label: t('page.menu.close'),
    isSeparated: view !== null && refusal === null,
    onSelect: () => void closeConnection(key),
  }
  if (view === null || refusal !== null) return [close]
  const isOpen = view.phase === 'open'
  const save: MenuItem = {
    key: 'save',
    label: t('page.menu.saveSession'),
    isSeparated: true,
    onSelect: () => run(() => saveSession(key, connectionName(connection))),
  }
  const keep: MenuItem = {
    key: 'keep',
    label: t('page.menu.keep'),
    onSelect: () => openKeepDialog(key, connectionName(connection)),
  }
  // Frames of a file reach no game.
  if (view.target.kind === 'capture') {
    const guess: MenuItem = {
      key: 'guess',
      label: t('page.menu.guess'),
      onSelect: () => openGuessDialog(key),
    }
    return [guess, save, ...(view.target.keptId === undefined ? [keep] : []), ...shown, close]
  }
  const again: MenuItem = {
    key: 'reconnect',
    label: t('page.menu.reconnect'),
    onSelect: () => run(() => askConnection(key, 'reconnect', { now: true })),
  }
  const auto: MenuItem = {
    key: 'auto',
    label: t(view.reconnect.isOn ? 'page.menu.autoOff' : 'page.menu.autoOn'),
    isSeparated: true,
    onSelect: () => run(() => askConnection(key, 'reconnect', { isOn: !view.reconnect.isOn })),
  }
  const disconnect: MenuItem = {
    key: 'disconnect',
    label: t('page.menu.disconnect'),
    onSelect: () => run(() => askConnection(key, 'disconnect', {})),
  }
  return [
    ...(isOpen ? weatherItems(t, key, view, run) : []),
    auto,
    again,
    ...(isOpen ? [disconnect] : []),
    save,
    keep,
    ...shown,
    close,
  ]
}

/** Heartbeat and menu of the connection in view. */
export function ConnectionMenu(props: { connection: Connection; schema: ProtoSchema | null }): ReactNode {
  const t = useSimulatorTexts()
  const ask = useAsk()
  const { connection, schema } = props
  const { key, view, timeline } = connection
  const mayRecord = useMayRecord()
  const run: Run = (action) => void ask(action)
  const part = { view: timeline.view, count: timeline.shown }
  const shown: MenuItem = {
    key: 'shown',
    label: t('page.record.shown'),
    onSelect: () => openRecording({ connection: key, part, schema }),
  }
  const beat = view?.heartbeat
  return (
    <>
      {beat?.isKnown === true && view?.phase === 'open' ? (
        <IconButton
          isSmall
          label={t(beat.isOn ? 'page.heartbeat.on' : 'page.heartbeat.off', { count: beat.everySeconds })}
          aria-pressed={beat.isOn}
          onClick={() => run(() => askConnection(key, 'heartbeat', { isOn: !beat.isOn }))}
        >
          {beat.isOn ? <HeartPulse size={15} aria-hidden /> : <HeartOff size={15} aria-hidden />}
        </IconButton>
      ) : null}
      <MenuButton
        label={t('page.menu.title')}
        items={itemsOf(t, connection, run, mayRecord && timeline.shown > 0 ? [shown] : [])}
      >
        <EllipsisVertical size={15} aria-hidden />
      </MenuButton>
    </>
  )
}
