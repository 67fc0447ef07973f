import { isCallError } from '@qd/web-base'
import { z } from '@qd/contract-kit'
import { call, useScope } from '@qd/web-calls'
import { Form, FormActions, useZodForm } from '@qd/web-forms'
import type { ZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { Button } from 'antd'
import type { ClipboardEvent, ReactNode } from 'react'
import { saveConnection } from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import { BasicSection } from './basic-section.tsx'
import { askClose } from './close-first.tsx'
import { connectionDraft, draftOf, saveOf, sectionOf, testOf, withUrl } from './connection-draft.ts'
import type { ConnectionDraft, TypedDraft } from './connection-draft.ts'
import styles from './connection-form.module.css'
import { DisplaySection } from './display-section.tsx'
import { FormSections } from './form-sections.tsx'
import { FormTestResult, useFormTest } from './form-test.tsx'
import { LimitsSection } from './limits-section.tsx'
import { closeEverywhere, keepLastDb } from './openings.ts'
import { looksLikeRedisUrl, readRedisUrl } from './redis-url.ts'
import type { RedisUrl } from './redis-url.ts'
import { SentinelSection } from './sentinel-section.tsx'
import { SshSection } from './ssh-section.tsx'
import { TlsSection } from './tls-section.tsx'
import { UrlField } from './url-field.tsx'
import type { KnownLine } from './use-connections.ts'
import { useSection } from './use-section.ts'

interface DialogGiven {
  list: readonly RedisConnection[]
  lines: readonly KnownLine[]
  refresh: () => Promise<void>
  /** The connection that is changed. */
  editing?: RedisConnection
  /** The connection a new one begins as. */
  copyOf?: RedisConnection
}

/** Saves; a connection that this session has open elsewhere is closed first, after asking (S4.13). */
async function save(draft: ConnectionDraft, editing: RedisConnection | null) {
  const send = () =>
    call(
      saveConnection,
      { body: saveOf(draft, editing) },
      { tag: 'redis:connections.save', told: 'form', answeredCodes: ['redis_close_first'] },
    )
  try {
    return await send()
  } catch (error) {
    const isOpen = isCallError(error) && error.code === 'redis_close_first'
    if (!isOpen || editing === null || !(await askClose(editing.name))) throw error
    await closeEverywhere(editing)
    return send()
  }
}

/** The line a new connection begins with: the selected one, where it may stand. */
function firstLine(lines: readonly KnownLine[], selected: string): string {
  return (lines.find(({ lineId }) => lineId === selected) ?? lines[0])?.lineId ?? ''
}

function initialOf({ editing, copyOf }: DialogGiven, lines: readonly KnownLine[]): TypedDraft {
  if (editing !== undefined) return draftOf(editing.lineId, editing)
  if (copyOf === undefined) return draftOf(firstLine(lines, useScope.getState().lineId), null)
  const name = redisText('connections.copyOfName', { name: copyOf.name }).slice(0, 100)
  return draftOf(copyOf.lineId, copyOf, name)
}

const WRONG: Readonly<Record<string, 'host' | 'hops' | 'nodes' | 'names' | 'renamed'>> = {
  'config.host': 'host',
  'config.ssh': 'hops',
  'config.sentinel.nodes': 'nodes',
  databaseNames: 'names',
  renamedCommands: 'renamed',
}

/** Takes a whole draft in place of the one before; what was typed stays unsaved. */
function put(form: ZodForm<TypedDraft>, draft: TypedDraft): void {
  for (const [name, value] of Object.entries(draft)) form.set(name, value)
}

function useConnectionForm(props: DialogGiven & { onClose: () => void }, lines: readonly KnownLine[]) {
  const t = useRedisTexts()
  const editing = props.editing ?? null
  return useZodForm({
    schema: connectionDraft,
    initial: initialOf(props, lines),
    send: (draft) => save(draft, editing),
    onSent: ({ connection }, { db }) => {
      if (db !== null) keepLastDb(connection.id, db)
      toast.success(t('connections.saved', { name: connection.name }))
      void props.refresh()
      props.onClose()
    },
    issueText: ({ code, path }) => {
      const wrong = code === 'custom' ? WRONG[path.join('.')] : undefined
      return wrong === undefined ? undefined : t(`connections.wrong.${wrong}`)
    },
  })
}

function ConnectionForm(props: DialogGiven & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const { list, copyOf, onClose } = props
  const editing = props.editing ?? null
  const lines = props.lines.filter(({ mayManage, lineId }) => mayManage || lineId === editing?.lineId)
  const form = useConnectionForm(props, lines)
  const [section, setSection] = useSection(form.errors)
  const test = useFormTest(({ field }) => (field === undefined ? undefined : setSection(sectionOf(field))))
  const draft = form.values as TypedDraft
  const fill = (url: RedisUrl): void => put(form, withUrl(draft, url))
  const pasted = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text')
    if (!(event.target instanceof HTMLInputElement) || !looksLikeRedisUrl(text)) return
    const read = readRedisUrl(text)
    if (!read.ok) return
    event.preventDefault()
    fill(read.url)
    toast.message(t('connections.url.filled'))
  }
  const runTest = (): void => {
    const parsed = z.safeParse(connectionDraft, form.values)
    // What cannot be saved is not sent either: it says at its fields why.
    if (!parsed.success) return form.submit()
    test.run(testOf(parsed.data, editing))
  }
  const part = { draft, editing, set: form.set }
  const groups = [...new Set(list.map(({ group }) => group))].filter((group) => group !== '')
  return (
    <Form form={form}>
      {editing === null ? <UrlField onUrl={fill} /> : null}
      {copyOf === undefined ? null : <p className={styles.hint}>{t('connections.copyHint')}</p>}
      <div className={styles.sections} onPaste={pasted}>
        <FormSections
          current={section}
          onCurrent={setSection}
          errors={form.errors}
          parts={{
            basic: <BasicSection {...part} lines={lines} />,
            ...(draft.config.mode === 'sentinel' ? { sentinel: <SentinelSection {...part} /> } : {}),
            tls: <TlsSection {...part} />,
            ssh: <SshSection {...part} onDraft={(next) => put(form, next)} />,
            display: <DisplaySection groups={groups} />,
            limits: (
              <LimitsSection
                draft={draft}
                editing={editing}
                line={lines.find(({ lineId }) => lineId === draft.lineId)}
              />
            ),
          }}
        />
      </div>
      <FormTestResult test={test} draft={draft} set={form.set} />
      <FormActions submitLabel={t('connections.save')} onCancel={onClose}>
        <Button className={styles.testButton} loading={test.isRunning} onClick={runTest}>
          {t('connections.test.title')}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Opens the form of a connection, of a copy of one, or of a new one. */
export function openConnectionDialog(given: DialogGiven): void {
  const { editing, copyOf } = given
  const title = copyOf === undefined ? 'connections.new' : 'connections.duplicate'
  openDialog(({ close }) => <ConnectionForm {...given} onClose={close} />, {
    title: editing === undefined ? redisText(title) : redisText('connections.editOf', { name: editing.name }),
    width: 720,
    isDismissible: false,
  })
}
