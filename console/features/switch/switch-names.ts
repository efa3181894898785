// The two switches of a rack, as choices of a form.
export const switchItems = [
  { value: 'switch0', label: 'switch0' },
  { value: 'switch1', label: 'switch1' },
]
