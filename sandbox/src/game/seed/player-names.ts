import type { SeededRandom } from '../seeded-random.ts'

const CHINESE_FIRST = [...'岚沈白顾陆温商杜程谢洛青墨星云林苏叶秦楚江宋']
const CHINESE_REST = [
  '夜',
  '舟',
  '鹭',
  '听雨',
  '望潮',
  '知秋',
  '不归',
  '问灯',
  '守夜',
  '长歌',
  '半夏',
  '听澜',
  '拾光',
  '渡海',
]
const CYRILLIC = ['Алексей', 'Маяк', 'Ольга', 'Волна', 'Ярослав', 'Полина', 'Шторм', 'Єва', 'Їжак', 'Ґанна']
const TURKISH = ['Işıl', 'İpek', 'Çağrı', 'Gökçe', 'Şule', 'Ilgın', 'Yağız', 'Ömür', 'Irmak', 'İdil']
const LATIN = ['Marlow', 'Iris', 'Tobias', 'Nela', 'Corvin', 'Adele', 'Quill', 'Wren', 'Otto', 'Sable']
const EUROPEAN = ['Jürgen', 'Françoise', 'João', 'Zoë', 'Łukasz', 'Größe', 'Noël', 'Ángel', 'Søren', 'Þóra']
const RIGHT_TO_LEFT = ['بحار', 'قمر البحر', 'נועם', 'גל', 'ليلى', 'مرجان']
const COMBINING = [
  'e\u0301toile',
  'n\u0303andu',
  'Z\u0351alg\u0334o',
  'A\u030angstro\u0308m',
  'ha\u0323\u0302i',
]
const EMOJI = ['🌊海风', '🏮灯灯', 'wave🐋', '👨‍👩‍👧家', '🇹🇷kaptan', '⚓老船长']
const INVISIBLE = [
  '潮\u200b汐',
  'no\u00a0space',
  'soft\u00adhyphen',
  '\u200ezero',
  'join\u200der',
  '全角\u3000空格',
]
const JAPANESE_KOREAN = ['ほしの', '灯台守', 'カモメ', '바다', '등대지기', '하늘']

type NameMaker = (random: SeededRandom) => string

function listed(names: readonly string[]): NameMaker {
  return (random) => `${random.pick(names)}${random.chance(0.7) ? random.int(1, 999) : ''}`
}

/** Most names are Chinese; every other script stands often enough to be met on a page of fifty. */
const MAKERS: readonly [weight: number, make: NameMaker][] = [
  [50, (random) => `${random.pick(CHINESE_FIRST)}${random.pick(CHINESE_REST)}`],
  [10, listed(LATIN)],
  [8, listed(CYRILLIC)],
  [8, listed(TURKISH)],
  [6, listed(EUROPEAN)],
  [5, listed(JAPANESE_KOREAN)],
  [4, listed(RIGHT_TO_LEFT)],
  [3, listed(COMBINING)],
  [3, listed(EMOJI)],
  [3, listed(INVISIBLE)],
]

/** A player's name in one of many scripts; names may repeat. */
export function playerName(random: SeededRandom): string {
  let ticket = random.int(1, 100)
  for (const [weight, make] of MAKERS) {
    ticket -= weight
    if (ticket <= 0) return make(random)
  }
  return listed(LATIN)(random)
}
