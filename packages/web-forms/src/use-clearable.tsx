import { CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'

/** What antd's Select takes as `allowClear`: it names its button in English unless told otherwise. */
export function useClearable(): { clearIcon: ReactNode; label: string } {
  const t = useKitText()
  return { clearIcon: <CircleX size={13} aria-hidden />, label: t('clear') }
}
