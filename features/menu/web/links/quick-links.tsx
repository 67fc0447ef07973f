import { useTexts } from '@qd/web-base'
import { Link as LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import '../texts.ts'
import { LinkMenu } from './link-menu.tsx'
import { useLinks } from './use-links.ts'

/** Quick entries of the top bar (S1.02). */
export function QuickLinks(): ReactNode {
  const t = useTexts('menu')
  return (
    <LinkMenu label={t('links.quick')} links={useLinks('quick')}>
      <LinkIcon size={15} aria-hidden />
    </LinkMenu>
  )
}
