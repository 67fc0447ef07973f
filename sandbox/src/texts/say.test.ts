import { describe, expect, it } from 'vitest'
import { languageOf } from './languages.ts'
import { localText, nameText, say, textIn } from './say.ts'

describe('what the game says', () => {
  it('is a sentence in the language with names of the world in it, and texts of players as they are', () => {
    const said = say('发送邮件 {title}，{attach}', {
      title: '商店 {attach}',
      attach: [say('{item} ×{count}', { item: localText('items', '琥珀油'), count: 2 }), say('无附件')],
    })
    expect(textIn('cn', said)).toBe('发送邮件 商店 {attach}，琥珀油 ×2、无附件')
    expect(textIn('en', said)).toBe('Sends the mail 商店 {attach}, Amber Oil ×2, no attachments')
  })

  it('falls back to English, in Taiwan to Chinese', () => {
    const text = { cn: '你好', en: 'hello', de: 'hallo' }
    expect((['de', 'fr', 'tw', 'cn'] as const).map((language) => textIn(language, text))).toEqual([
      'hallo',
      'hello',
      '你好',
      '你好',
    ])
    expect(textIn('fr', '只有中文')).toBe('只有中文')
    expect(textIn('it', { cn: '你好' })).toBe('你好')
  })

  it('keeps equal texts as one object, and texts nobody translated as they are', () => {
    expect(nameText('等级')).toBe(localText('names', '等级'))
    expect(nameText('等级')).toMatchObject({ cn: '等级', tw: '等級', de: 'Stufe' })
    expect(nameText('uId')).toBe('uId')
    expect(nameText('constructor')).toBe('constructor')
  })

  it('is asked for by a header with one of the ten codes, and is Chinese for any other', () => {
    expect(['en', 'ua', null, '', 'xx', 'EN', 'constructor'].map(languageOf)).toEqual([
      'en',
      'ua',
      'cn',
      'cn',
      'cn',
      'cn',
      'cn',
    ])
  })
})
