import type { ProtoSchema } from '@qd/proto-wire'
import { findMessage } from '@qd/proto-wire'
import { Kbd, SegmentedControl } from '@qd/web-controls'
import { EmptyState, useShortcut } from '@qd/web-frame'
import { useRememberedSets } from '@qd/web-calls'
import { Button } from 'antd'
import { Send } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { isSecretField, withoutSecrets } from '../../contract/index.ts'
import { bodyKindOf } from '../body/body-kind.ts'
import type { Connection } from '../connections/connection-store.ts'
import type { MessageEntry } from '../messages/message-index.ts'
import { isChanged, useOpenedRequests } from '../requests/opened-requests.ts'
import { useSaving } from '../requests/use-saving.ts'
import { useSimulatorTexts } from '../texts.ts'
import { ComposeMenu } from './compose-menu.tsx'
import styles from './compose.module.css'
import { draftFor, setDraft, setTyped, useCompose } from './compose-store.ts'
import type { ComposeView } from './compose-store.ts'
import { EMPTY_DRAFT, draftOf, withBytes, withText } from './draft.ts'
import type { Encoded, JsonObject, TypedFault } from './draft.ts'
import { encodeDraft } from './encode-draft.ts'
import { FormContext } from './form-context.ts'
import { HexBox } from './hex-box.tsx'
import { JsonPart } from './json-part.tsx'
import { MessageForm } from './message-form.tsx'
import { RepeatButton } from './repeat-button.tsx'
import { Suggestions } from './suggestions.tsx'
import { useFaultText } from './use-fault-text.ts'
import { useSending } from './use-sending.ts'
import type { Variables } from './variables.ts'

export interface ComposeProps {
  entry: MessageEntry | null
  schema: ProtoSchema | null
  connection: Connection | null
  variables: Variables
  /** Where requests are saved; empty: nowhere. */
  lineId: string
  onSent: (entry: MessageEntry) => void
}

const VIEWS: readonly ComposeView[] = ['form', 'json', 'hex']

/** Where the first value that does not fit stands; null when it is not one of them. */
function faultPathOf(encoded: Encoded): string | null {
  if (encoded.ok) return null
  if ('typed' in encoded) return encoded.typed.path
  return 'fault' in encoded ? encoded.fault.path : null
}

/** The saved request this one came from, and whether it says something else by now. */
function OpenedFrom({ message }: { message: string }): ReactNode {
  const t = useSimulatorTexts()
  const opened = useOpenedRequests((state) => state.opened[message])
  const draft = useCompose(({ drafts }) => drafts[message]) ?? EMPTY_DRAFT
  if (opened === undefined) return null
  const { folder, name, isMine, owner } = opened.saved
  const where = [isMine ? '' : owner, folder, name].filter((part) => part !== '').join(' / ')
  return (
    <p className={styles.opened} title={where}>
      {isChanged(draft, opened) ? t('requests.changed', { name: where }) : where}
    </p>
  )
}

/** Names are shown where the picture has room: `BagUseReq 2003`. */
function Head({ entry, schema, connection, lineId }: ComposeProps & { entry: MessageEntry }): ReactNode {
  const t = useSimulatorTexts()
  const saving = useSaving(lineId, entry)
  useShortcut('mod+s', saving.save, {
    isOn: saving.maySave,
    label: t('requests.save'),
    group: t('page.title'),
    isTaken: true,
  })
  return (
    <div className={styles.head}>
      <div className={styles.names}>
        <h3 className={styles.title} title={entry.fullName}>
          {entry.name} <span>{entry.cmd}</span>
        </h3>
        <OpenedFrom message={entry.fullName} />
      </div>
      <div className={styles.headActions}>
        <ComposeMenu entry={entry} schema={schema} connection={connection} saving={saving} />
      </div>
    </div>
  )
}

function Editor(props: ComposeProps & { entry: MessageEntry; schema: ProtoSchema }): ReactNode {
  const t = useSimulatorTexts()
  const { entry, schema, connection, variables } = props
  const view = useCompose((state) => state.view)
  const draft = useCompose(({ drafts }) => drafts[entry.fullName]) ?? EMPTY_DRAFT
  const [hint, setHint] = useState('')
  const type = useMemo(() => findMessage(schema, entry.fullName), [schema, entry.fullName])
  const kind = bodyKindOf(connection?.view?.layout)
  const of = useMemo(() => ({ schema, message: entry.fullName, kind }), [schema, entry.fullName, kind])
  const encoded = useMemo(() => encodeDraft(of, draft, variables), [of, draft, variables])
  const faultText = useFaultText(encoded)
  const faultPath = faultPathOf(encoded)
  const remembered = useRememberedSets(`mock ${connection?.view?.title ?? ''} ${entry.fullName}`)
  const send = useSending(connection, entry)
  const go = async (repeat?: { times: number; everyMs: number }): Promise<void> => {
    if (!encoded.ok || !(await send.run(encoded, repeat))) return
    const kept = withoutSecrets(draft.value).value as JsonObject
    remembered.remember(kept, Object.keys(kept).filter(isSecretField))
    props.onSent(entry)
  }
  useShortcut('mod+enter', () => void go(), {
    label: t('page.keys.send'),
    group: t('page.title'),
    isTaken: true,
  })
  const onTyped = useCallback(
    (path: string, fault: TypedFault | null) => setTyped(entry.fullName, path, fault),
    [entry.fullName],
  )
  const { typed } = draft
  const around = useMemo(
    () => ({ schema, faultPath, faultText, typed, onTyped, onHint: setHint }),
    [schema, faultPath, faultText, typed, onTyped],
  )
  if (type === null) return <EmptyState title={t('page.compose.unknown')} hint={entry.fullName} />
  const change = (value: JsonObject): void =>
    setDraft(entry.fullName, { ...draftOf(value), typed: draftFor(entry.fullName).typed })
  return (
    <div className={styles.compose}>
      <Head {...props} />
      <div className={styles.body} data-full={view !== 'form'}>
        {view === 'form' ? (
          <FormContext value={around}>
            <Suggestions
              remembered={remembered}
              onTake={(value) => setDraft(entry.fullName, draftOf(value))}
              typed={draft.value}
            />
            <MessageForm type={type} value={draft.value} path="" onChange={change} />
          </FormContext>
        ) : null}
        {view === 'json' ? (
          <JsonPart
            type={type}
            draft={draft}
            faultPath={faultPath}
            faultText={faultText}
            variables={Object.keys(variables)}
            onText={(text) => setDraft(entry.fullName, withText(draft, text), true)}
            onSend={() => void go()}
          />
        ) : null}
        {view === 'hex' ? (
          <HexBox
            key={entry.fullName}
            bytes={encoded.ok ? encoded.bytes : null}
            wrong={typed[''] ?? null}
            onWrong={onTyped}
            onBytes={(bytes) => setDraft(entry.fullName, withBytes(of, bytes))}
          />
        ) : null}
      </div>
      {draft.raw === null ? null : <p className={styles.note}>{t('page.compose.raw')}</p>}
      {encoded.ok || (view === 'form' && faultPath !== null && faultPath !== '') ? null : (
        <p className={styles.wrong} role="alert">
          {faultText}
        </p>
      )}
      <div className={styles.hint} aria-live="polite">
        {hint !== '' && view === 'form'
          ? hint
          : encoded.ok
            ? t('page.compose.size', { count: encoded.bytes.length })
            : ''}
      </div>
      <div className={styles.foot}>
        <SegmentedControl
          label={t('page.compose.view')}
          value={view}
          segments={VIEWS.map((value) => ({ value, label: t(`page.compose.views.${value}`) }))}
          onChange={(next) => useCompose.setState({ view: next })}
        />
        <RepeatButton
          isOff={!encoded.ok || !send.isOpen}
          isRunning={send.isRepeating}
          onStart={(repeat) => void go(repeat)}
          onStop={() => void send.stop()}
        />
        <Button
          type="primary"
          icon={<Send size={14} aria-hidden />}
          disabled={!encoded.ok || !send.isOpen}
          loading={send.isSending}
          title={send.isOpen ? t('page.compose.sendHint') : t('page.compose.notOpen')}
          onClick={() => void go()}
        >
          {t('page.compose.send')}
        </Button>
      </div>
    </div>
  )
}

/** Writes a request as form, JSON or bytes, whichever one likes: each follows the others. */
export function Compose(props: ComposeProps): ReactNode {
  const t = useSimulatorTexts()
  const { entry, schema } = props
  if (entry === null || schema === null) {
    return (
      <EmptyState
        icon={<Send />}
        title={t('page.compose.empty')}
        hint={
          <>
            {t('page.compose.emptyHint')} <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
          </>
        }
      />
    )
  }
  return <Editor key={entry.fullName} {...props} entry={entry} schema={schema} />
}
