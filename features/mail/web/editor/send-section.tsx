import type { LineRef } from '@qd/web-calls'
import { SegmentedControl } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useMailTexts } from '../texts.ts'
import { ConditionBlock } from './condition-block.tsx'
import { ImportBlock } from '../import/import-block.tsx'
import styles from './mail-editor.module.css'
import type { MailDraftState } from './use-mail-draft.ts'
import { NamedBlock } from './named-block.tsx'

const TYPES = ['1', '2', '3', '4'] as const

/** Who gets it; only the block below changes with the send type. */
export function SendSection(props: { line: LineRef; state: MailDraftState; isReadOnly: boolean }): ReactNode {
  const t = useMailTexts()
  const { state, isReadOnly } = props
  const { sendType } = state.draft
  const segments = TYPES.map((value) => ({ value, label: t(`sendType.${value}`) }))
  return (
    <section className={styles.section} aria-label={t('section.send')}>
      <h3>{t('section.send')}</h3>
      <SegmentedControl
        label={t('section.send')}
        value={`${sendType}`}
        segments={isReadOnly ? segments.filter(({ value }) => value === `${sendType}`) : segments}
        onChange={(value) => state.patch({ sendType: TYPE_OF[value] })}
      />
      {sendType === 1 || sendType === 3 ? <ConditionBlock {...props} /> : null}
      {sendType === 2 ? <NamedBlock {...props} /> : null}
      {sendType === 4 ? <ImportBlock {...props} /> : null}
    </section>
  )
}

const TYPE_OF = { 1: 1, 2: 2, 3: 3, 4: 4 } as const
