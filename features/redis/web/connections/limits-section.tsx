import { useMay } from '@qd/web-calls'
import { NumberField, SwitchField, TextAreaField } from '@qd/web-forms'
import type { ReactNode } from 'react'
import { allowRedisNetworks } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { SectionProps } from './basic-section.tsx'
import styles from './connection-form.module.css'
import { ScriptUser } from './script-user.tsx'
import type { KnownLine } from './use-connections.ts'

/** What it may cost and what it may do. */
export function LimitsSection({
  line,
  draft,
  editing,
}: Pick<SectionProps, 'draft' | 'editing'> & { line: KnownLine | undefined }): ReactNode {
  const t = useRedisTexts()
  const mayOpen = useMay(allowRedisNetworks, line?.place ?? {})
  return (
    <>
      <SwitchField
        name="config.readOnly"
        label={t('connections.form.readOnly')}
        help={t('connections.form.readOnlyHint')}
      />
      <ScriptUser draft={draft} editing={editing} />
      <div className={styles.pair}>
        <NumberField name="config.timeoutMs" label={t('connections.form.timeout')} unit="ms" />
        <NumberField
          name="config.scanBudget"
          label={t('connections.form.scanBudget')}
          help={t('connections.form.scanBudgetHint')}
        />
      </div>
      <TextAreaField
        name="renamedCommands"
        label={t('connections.form.renamedCommands')}
        help={t('connections.form.renamedCommandsHint')}
        placeholder={'DEL = KDEL\nCONFIG = XCONFIG'}
        isMono
        rows={2}
      />
      {mayOpen ? (
        <div className={styles.switches}>
          <SwitchField name="config.allowPrivate" label={t('connections.form.allowPrivate')} />
          <SwitchField name="config.allowLoopback" label={t('connections.form.allowLoopback')} />
        </div>
      ) : null}
    </>
  )
}
