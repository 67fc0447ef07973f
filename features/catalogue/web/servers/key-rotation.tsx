import { z } from '@qd/contract-kit'
import { isCallError, textOf, useTexts } from '@qd/web-base'
import { call, useMay } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import { Form, FormActions, SecretField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { connectionFields, endPreviousKey, hashKeyText, rotateKey } from '../../contract/index.ts'
import type { LineEntry, ServerEntry } from '../../contract/index.ts'
import { useRefresh } from '../tree/use-tree.ts'
import styles from './server-form.module.css'

const schema = z.object({ keyId: connectionFields.keyId, hashKey: hashKeyText })

interface RotationProps {
  record: ServerEntry
  onDone: () => Promise<void>
  onClose: () => void
}

/** A new key; the old one is taken from the server until it is ended. */
function RotationForm({ record, onDone, onClose }: RotationProps): ReactNode {
  const t = useTexts('catalogue')
  const { lineId, sId, revision } = record
  const form = useZodForm({
    schema,
    initial: { keyId: '', hashKey: '' },
    send: ({ keyId, hashKey }) =>
      call(
        rotateKey,
        { body: { lineId, sId, revision, keyId, hashKey } },
        { tag: 'catalogue:keys.rotate', told: 'form' },
      ),
    onSent: async () => {
      onClose()
      toast.success(t('keys.rotated'))
      await onDone()
    },
  })
  return (
    <Form form={form}>
      <p className={styles.hint}>{t('keys.help')}</p>
      <TextField name="keyId" label={t('field.keyId')} isMono isRequired isFirst />
      <SecretField name="hashKey" label={t('field.hashKey')} isSet={false} isRequired />
      <FormActions submitLabel={t('keys.rotate')} onCancel={onClose} />
    </Form>
  )
}

/** Which keys a server may sign its calls with, and how they change; not for servers whose key the sandbox gives. */
export function KeyRotation({ record, line }: { record: ServerEntry; line: LineEntry }): ReactNode {
  const t = useTexts('catalogue')
  const refresh = useRefresh()
  const { game, partnerCode: operator, lineId, environment } = line
  const may = useMay(rotateKey, { game, operator, lineId, environment })
  const previous = record.previousKeyId ?? ''
  const end = async (): Promise<void> => {
    const { sId, revision } = record
    try {
      await call(
        endPreviousKey,
        { body: { lineId, sId, revision } },
        { tag: 'catalogue:keys.end', told: 'toast' },
      )
      toast.success(t('keys.ended'))
      await refresh()
    } catch (error) {
      // The call has told it.
      if (!isCallError(error)) throw error
    }
  }
  const rotate = () =>
    openDialog(({ close }) => <RotationForm record={record} onDone={refresh} onClose={close} />, {
      title: textOf('catalogue', 'keys.rotate'),
    })
  return (
    <div className={styles.keys}>
      <span>
        {t('keys.current')} <code>{record.keyId}</code>
      </span>
      {previous === '' ? null : (
        <span>
          <Tag tone="warn">{t('keys.previous')}</Tag> <code>{previous}</code>
        </span>
      )}
      {may && record.hasHashKey ? (
        <span className={styles.keyActions}>
          {previous === '' ? null : (
            <Button size="small" onClick={() => void end()}>
              {t('keys.end')}
            </Button>
          )}
          <Button size="small" onClick={rotate}>
            {t('keys.rotate')}
          </Button>
        </span>
      ) : null}
    </div>
  )
}
