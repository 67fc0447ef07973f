import { Banner, IconButton, Panel, SegmentedControl, Splitter } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { goTo } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { BookOpen, Bot, FileWarning, Info, PackageOpen, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DefinitionState } from '../definition/definition-of.ts'
import { aboutRecord, docOfRecord } from '../doc/record-address.ts'
import { MessageList } from '../messages/message-list.tsx'
import type { MessageEntry } from '../messages/message-index.ts'
import { useMayScenarios } from '../record/may-record.ts'
import { RequestList } from '../requests/request-list.tsx'
import { useSimulatorTexts } from '../texts.ts'
import styles from './simulator-page.module.css'
import { SIZE_LIMITS, usePanelSizes } from './panel-sizes.ts'

/** What is chosen from: the messages of the definition, or requests that were saved. */
export type MessageSource = 'messages' | 'saved'
const SOURCES: readonly MessageSource[] = ['messages', 'saved']

export interface MessageSideProps {
  source: MessageSource
  onSource: (source: MessageSource) => void
  lineId: string
  /** The record whose messages they are; empty: a server’s. */
  recordId: string
  definition: DefinitionState
  recent: readonly string[]
  chosen: MessageEntry | null
  onChoose: (entry: MessageEntry) => void
}

/** Why there are no messages to choose from. */
function NoDefinition({ definition }: { definition: DefinitionState }): ReactNode {
  const t = useSimulatorTexts()
  if (definition.state === 'failed') {
    const { error, retry } = definition
    if (error.code !== 'capability_missing') return <ErrorState error={error} onRetry={retry} />
    return <EmptyState icon={<PackageOpen />} title={t('page.empty.capability')} hint={error.message} />
  }
  if (definition.state === 'unreadable') {
    const { place, reason } = definition
    return (
      <EmptyState
        icon={<FileWarning />}
        title={t('page.empty.unreadable')}
        hint={t('page.empty.unreadableHint', { place: place === '' ? '–' : place, reason })}
      />
    )
  }
  return <EmptyState icon={<Send />} title={t('page.empty.target')} hint={t('page.empty.targetHint')} />
}

/** The messages, or why there are none. */
function Messages({ definition, recent, chosen, onChoose }: MessageSideProps): ReactNode {
  const messages = definition.state === 'ready' ? definition.definition.messages : null
  if (definition.state !== 'ready' && definition.state !== 'loading')
    return <NoDefinition definition={definition} />
  return (
    <MessageList messages={messages} recent={recent} chosen={chosen?.fullName ?? null} onChoose={onChoose} />
  )
}

const NO_MESSAGES: readonly MessageEntry[] = []

/** Messages of the definition and saved requests: chosen here, written below. */
export function MessagesPanel(props: MessageSideProps): ReactNode {
  const t = useSimulatorTexts()
  const { definition, source, chosen } = props
  const messages = definition.state === 'ready' ? definition.definition.messages : null
  const refused = definition.state === 'ready' ? definition.definition.refusedBecause : null
  const mayScenarios = useMayScenarios()
  const hasServer = useScope(({ sId }) => sId !== 0)
  const { recordId } = props
  const doc = recordId === '' ? '/mock/doc' : docOfRecord(recordId)
  const about = recordId === '' ? '/mock/about' : aboutRecord(recordId)
  return (
    <Panel
      title={t('page.messages.title')}
      icon={<Send size={15} aria-hidden />}
      count={messages?.length}
      actions={
        <>
          {mayScenarios ? (
            <IconButton isSmall label={t('page.messages.bots')} onClick={() => goTo('/mock/bots')}>
              <Bot size={14} aria-hidden />
            </IconButton>
          ) : null}
          {messages === null || (recordId === '' && !hasServer) ? null : (
            <>
              <IconButton isSmall label={t('page.messages.doc')} onClick={() => goTo(doc)}>
                <BookOpen size={14} aria-hidden />
              </IconButton>
              <IconButton isSmall label={t('about.title')} onClick={() => goTo(about)}>
                <Info size={14} aria-hidden />
              </IconButton>
            </>
          )}
        </>
      }
    >
      <div className={styles.messages}>
        {refused === null ? null : (
          <Banner tone="warn" icon={<FileWarning size={15} aria-hidden />}>
            {t('page.messages.refused', { reason: refused })}
          </Banner>
        )}
        <div className={styles.source}>
          <SegmentedControl
            label={t('requests.source')}
            value={source}
            segments={SOURCES.map((value) => ({ value, label: t(`requests.sources.${value}`) }))}
            onChange={props.onSource}
            isBlock
          />
        </div>
        {source === 'saved' ? (
          <RequestList
            lineId={props.lineId}
            messages={messages ?? NO_MESSAGES}
            chosen={chosen?.fullName ?? null}
            onOpened={props.onChoose}
          />
        ) : (
          <Messages {...props} />
        )}
      </div>
    </Panel>
  )
}

/** Messages above, the request below, the line between them moves. */
export function MessageSide(props: MessageSideProps & { compose: ReactNode }): ReactNode {
  const t = useSimulatorTexts()
  const { compose, setSize } = usePanelSizes()
  return (
    <div className={styles.stack} style={{ gridTemplateRows: `minmax(0, 1fr) minmax(0, ${compose}px)` }}>
      <MessagesPanel {...props} />
      <Panel label={t('page.compose.title')}>{props.compose}</Panel>
      <Splitter
        label={t('page.compose.title')}
        side="bottom"
        size={compose}
        {...SIZE_LIMITS.compose}
        onResize={(to) => setSize({ compose: to })}
      />
    </div>
  )
}
