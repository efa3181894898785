// The boot sector of guest.s, which explains what it does and how its bytes are made.
const CODE = `
  fc31c08ed88ec08ed0bc007c8816007dbafb03b003eeba0206b80001efbe017de8b10030dbfbf4e84c00bafd03eca80174f3baf803ece8a6003c0d74
  0884db75e988c3ebe588d830db3c7074183c72740c3c77744bbe1d7de87900ebcdbaf90cb006eeebf8ba0406b80020efebf7b91400f4e2fdebefba00
  06eda9000175ef6631c9bad00c6689c866efbac40c66ed6685c07405bac80c66ef4183f91072e3c366ff06008066c706f87c40000000e8160066c706
  f87c00000400e80a00bafd03eca80174dbeb8ebef07c8a16007db80043cd13c3ac84c07405e80300ebf6c388c4bafd03eca82074fbbaf80388e0eec3
  10000100008000000000000000000000000d0a54686520746573742067756573742068617320626f6f7465642e0d0a6c6f67696e3a20
`

export function guestBootSector(): Uint8Array {
  const sector = new Uint8Array(512)
  sector.set(Buffer.from(CODE.replaceAll(/\s/g, ''), 'hex'))
  sector.set([0x55, 0xaa], 510)
  return sector
}
