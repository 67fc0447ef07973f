import { formatQuantity } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { InputNumber } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMailTexts } from '../texts.ts'
import styles from './phone-frame.module.css'
import type { ChosenRecipient } from './use-recipient.ts'

/** Steps through the players of a list, or goes to a row at once. */
export function RecipientSteps({ recipient, row, total, choose }: ChosenRecipient): ReactNode {
  const t = useMailTexts()
  return (
    <span className={styles.steps}>
      <IconButton isSmall label={t('phone.previous')} disabled={row === 0} onClick={() => choose(row - 1)}>
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <InputNumber
        size="small"
        className={styles.row}
        aria-label={t('phone.row')}
        min={1}
        max={total}
        precision={0}
        controls={false}
        value={row + 1}
        onChange={(next) => (next === null ? undefined : choose(next - 1))}
      />
      <span>{`/ ${formatQuantity(total)}`}</span>
      <code className={styles.who}>{recipient?.uId ?? recipient?.roleId ?? ''}</code>
      <IconButton isSmall label={t('phone.next')} disabled={row >= total - 1} onClick={() => choose(row + 1)}>
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </span>
  )
}
