import { permissionKey } from '@qd/contract-kit'
import { useMay, useScope } from '@qd/web-calls'
import { Panel } from '@qd/web-controls'
import { NoPermission, Slot, findShown, useKept, useShortcut } from '@qd/web-frame'
import { useUrlFilter } from '@qd/web-tables'
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { simulatorConnect } from '../../contract/index.ts'
import { Compose } from '../compose/compose-panel.tsx'
import { useVariables } from '../compose/variable-store.ts'
import { openVariables } from '../compose/variables-dialog.tsx'
import { CONNECT } from '../connections/connect-action.ts'
import { openConnectDialog } from '../connections/connect-dialog.tsx'
import { takeUpConnections, useActiveConnection } from '../connections/connection-store.ts'
import { useDefinition } from '../definition/definition-of.ts'
import type { Definition } from '../definition/definition-of.ts'
import { DetailPanel } from '../detail/detail-panel.tsx'
import { withRecent } from '../messages/message-index.ts'
import type { MessageEntry } from '../messages/message-index.ts'
import { StatePanel } from '../state/state-panel.tsx'
import { useSimulatorTexts } from '../texts.ts'
import { TimelinePanel } from '../timeline/timeline-panel.tsx'
import styles from './simulator-page.module.css'
import { MessageSide, MessagesPanel } from './message-side.tsx'
import type { MessageSource } from './message-side.tsx'
import { SimulatorLayout } from './simulator-layout.tsx'
import type { SimulatorPart } from './simulator-layout.tsx'
import { recordIn, useLineId, useTarget } from './use-target.ts'

const IN_ADDRESS = { message: '', enter: '', record: '' }
const NO_NAMES: readonly string[] = []

/** The message the address names, as request or as its reply. */
function chosenOf(definition: Definition | null, wanted: string): MessageEntry | null {
  if (definition === null || wanted === '') return null
  const { messages } = definition
  return (
    messages.find(({ fullName }) => fullName === wanted) ??
    messages.find(({ reply }) => reply === wanted) ??
    null
  )
}

/** A player in the address opens the dialog that enters as this player, once (S2.27). */
function useWantedPlayer(mayConnect: boolean): void {
  const [{ enter }, setInAddress] = useUrlFilter(IN_ADDRESS)
  const isReady = useScope((state) => state.lineId !== '' && state.sId !== 0)
  useEffect(() => {
    if (enter === '' || !isReady || !mayConnect) return
    setInAddress({ enter: '' })
    openConnectDialog(enter)
  }, [enter, isReady, mayConnect, setInAddress])
}

/** The client simulator (S2.08): connections to a game, their frames, and requests to send. */
export default function SimulatorPage(): ReactNode {
  const t = useSimulatorTexts()
  const mayConnect = useMay(CONNECT)
  const connection = useActiveConnection()
  const [{ message, record }, setInAddress] = useUrlFilter(IN_ADDRESS)
  const target = useTarget(record)
  const lineId = useLineId(target)
  const definition = useDefinition(target, connection?.view?.definitionHash ?? '')
  const [recent, setRecent] = useKept<readonly string[]>('simulator.recent', NO_NAMES)
  const [part, setPart] = useState<SimulatorPart>(message === '' ? 'messages' : 'compose')
  const [source, setSource] = useState<MessageSource>('messages')
  const [isDetailOpen, setDetailOpen] = useState(false)
  const known = definition.state === 'ready' ? definition.definition : null
  const chosen = chosenOf(known, message)
  const variables = useVariables(connection)
  useWantedPlayer(mayConnect)
  useEffect(() => {
    if (mayConnect) void takeUpConnections()
  }, [mayConnect])
  const connect = useCallback(() => openConnectDialog('', record), [record])
  useShortcut('mod+alt+shift+n', connect, {
    isOn: mayConnect,
    label: t('page.keys.connect'),
    group: t('page.title'),
  })
  const choose = (entry: MessageEntry): void => {
    setInAddress({ message: entry.fullName })
    setPart('compose')
  }
  const sent = (entry: MessageEntry): void => {
    setRecent(withRecent(recent, entry.fullName))
    setPart('timeline')
  }
  const schema = known?.schema ?? null
  const side = {
    source,
    onSource: setSource,
    lineId,
    recordId: recordIn(target),
    definition,
    recent,
    chosen,
    onChoose: choose,
  }
  const compose = (
    <Compose
      entry={chosen}
      schema={schema}
      connection={connection}
      variables={variables}
      lineId={lineId}
      onSent={sent}
    />
  )
  return (
    <SimulatorLayout
      messages={<MessagesPanel {...side} />}
      compose={<Panel label={t('page.compose.title')}>{compose}</Panel>}
      left={<MessageSide {...side} compose={compose} />}
      timeline={
        <div className={styles.middle}>
          {mayConnect ? (
            <TimelinePanel
              schema={schema}
              onNew={connect}
              onOpenFrame={() => {
                setDetailOpen(true)
                setPart('detail')
                findShown('[data-frame-tree]')?.focus()
              }}
            />
          ) : (
            <Panel label={t('page.timeline')}>
              <NoPermission permission={permissionKey(simulatorConnect)} />
            </Panel>
          )}
          <Slot name="belowTimeLine" values={{ target }} />
        </div>
      }
      detail={
        <DetailPanel
          connection={connection}
          schema={schema}
          onTakeValue={(path, value) => openVariables(connection, { path, value })}
        />
      }
      state={<StatePanel connection={connection} />}
      changes={connection?.changes.length ?? 0}
      part={part}
      onPart={setPart}
      isDetailOpen={isDetailOpen}
      onDetail={setDetailOpen}
    />
  )
}
