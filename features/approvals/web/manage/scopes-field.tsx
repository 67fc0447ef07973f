import { IconButton } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApprovalsTexts } from '../texts.ts'
import styles from './manage.module.css'

const MOST_SCOPES = 20
/** What the picker gives while nothing is chosen. */
export const EVERYWHERE = '*'

interface Props {
  value: readonly string[]
  onChange: (scopes: string[]) => void
}

/** Where a policy asks, each scope chosen level by level; none: everywhere. */
export function ScopesField({ value, onChange }: Props): ReactNode {
  const t = useApprovalsTexts()
  return (
    <>
      {value.map((scope, at) => (
        <div key={at} className={styles.scope}>
          <Slot
            name="placePicker"
            values={{
              scope,
              onChange: (next: string) => onChange(value.map((each, index) => (index === at ? next : each))),
            }}
          />
          <IconButton
            label={t('policy.removeScope', { at: at + 1 })}
            onClick={() => onChange(value.filter((_each, index) => index !== at))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={13} aria-hidden />}
        disabled={value.length >= MOST_SCOPES}
        onClick={() => onChange([...value, EVERYWHERE])}
      >
        {t('policy.addScope')}
      </Button>
    </>
  )
}
