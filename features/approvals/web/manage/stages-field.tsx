import { IconButton } from '@qd/web-controls'
import { Button, Input, InputNumber, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PolicyStage } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './manage.module.css'

const MOST_STAGES = 5

interface Props {
  value: readonly PolicyStage[]
  groups: readonly { id: string; name: string }[]
  onChange: (stages: PolicyStage[]) => void
}

/** Stages one after the other: what each is called, how many people it takes, from which groups. */
export function StagesField({ value, groups, onChange }: Props): ReactNode {
  const t = useApprovalsTexts()
  const set = (at: number, part: Partial<PolicyStage>) =>
    onChange(value.map((stage, index) => (index === at ? { ...stage, ...part } : stage)))
  return (
    <>
      {value.map((stage, at) => (
        <div key={at} className={styles.stage}>
          <Input
            aria-label={t('policy.stageName', { at: at + 1 })}
            placeholder={t('policy.stageName', { at: at + 1 })}
            value={stage.name}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <InputNumber
            aria-label={t('policy.stagePeople', { at: at + 1 })}
            title={t('policy.stagePeople', { at: at + 1 })}
            min={1}
            max={10}
            value={stage.need}
            onChange={(need) => set(at, { need: need ?? 1 })}
          />
          <Select<string[]>
            aria-label={t('policy.stageGroups', { at: at + 1 })}
            mode="multiple"
            placeholder={t('policy.anyGroup')}
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
            value={[...stage.groups]}
            onChange={(chosen) => set(at, { groups: chosen })}
          />
          <IconButton
            label={t('policy.removeStage', { at: at + 1 })}
            disabled={value.length === 1}
            onClick={() => onChange(value.filter((_stage, index) => index !== at))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={13} aria-hidden />}
        disabled={value.length >= MOST_STAGES}
        onClick={() => onChange([...value, { name: '', need: 1, groups: [] }])}
      >
        {t('policy.addStage')}
      </Button>
    </>
  )
}
