import { z } from '@qd/contract-kit'
import { saveFile } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Form, FormActions, PasswordField, SelectField, SwitchField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { exportConnections } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import styles from './connections.module.css'
import type { KnownLine } from './use-connections.ts'

/** As the contract has it; a short one is tried out in no time. */
const SHORTEST_PASSPHRASE = 8

const wanted = z.object({ lineId: z.string(), isWithSecrets: z.boolean(), passphrase: z.string() }).check(
  z.refine(({ isWithSecrets, passphrase }) => !isWithSecrets || passphrase.length >= SHORTEST_PASSPHRASE, {
    path: ['passphrase'],
  }),
)

interface Props {
  lines: readonly KnownLine[]
  lineId: string
}

function ExportForm({ lines, lineId, onClose }: Props & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const form = useZodForm({
    schema: wanted,
    initial: { lineId, isWithSecrets: false, passphrase: '' },
    send: ({ lineId: from, isWithSecrets, passphrase }) =>
      call(
        exportConnections,
        { body: { lineId: from, ...(isWithSecrets ? { passphrase } : {}) } },
        { tag: 'redis:connections.exchange.export', told: 'form' },
      ),
    onSent: ({ fileName, text, connections }) => {
      saveFile(fileName, text)
      toast.success(t('connections.exchange.exported', { number: connections }))
      onClose()
    },
    issueText: ({ path }) =>
      path[0] === 'passphrase'
        ? t('connections.exchange.passphraseShort', { number: SHORTEST_PASSPHRASE })
        : undefined,
  })
  return (
    <Form form={form}>
      <SelectField
        name="lineId"
        label={t('connections.form.line')}
        options={lines.map((line) => ({ value: line.lineId, label: line.name }))}
      />
      <SwitchField
        name="isWithSecrets"
        label={t('connections.exchange.withSecrets')}
        help={t('connections.exchange.withSecretsHint')}
      />
      {form.values.isWithSecrets ? (
        <PasswordField
          name="passphrase"
          label={t('connections.exchange.passphrase')}
          autoComplete="new-password"
          isRequired
        />
      ) : (
        <p className={styles.hint}>{t('connections.exchange.withoutSecrets')}</p>
      )}
      <FormActions submitLabel={t('connections.exchange.save')} onCancel={onClose} />
    </Form>
  )
}

/** Saves the connections of a line as a file; secrets only encrypted with a passphrase. */
export function openExportDialog(props: Props): void {
  openDialog(({ close }) => <ExportForm {...props} onClose={close} />, {
    title: redisText('connections.exchange.export'),
    width: 460,
  })
}
