package kernels

// The instructions that kernels are written for, as ISA names them.
const (
	Plain  = "Go"
	AVX2   = "AVX2+FMA"
	AVX512 = "AVX-512"
)

// Inventory lists the kernels without a plain form that a machine has for one
// precision. It is known of any machine, this one or another.
type Inventory struct {
	Columns  []int         // lanes of AllColumns, the widest first
	Sixteen  int           // lanes of the columns that have passes of radix 16, 0 without
	Vectors  int           // lanes of the Autosort, 0 without one
	Codelets []CodeletForm // the widest first
}

// CodeletForm is what a Codelet's tables depend on.
type CodeletForm struct {
	N, Lanes int
	Sorts    bool
}

// InventoryOf is the inventory of machines whose ISA has that name, not to be
// changed; false for a name that no machine has.
func InventoryOf[F Float](isa string) (*Inventory, bool) {
	inventories := &inventoriesF32
	if isDouble[F]() {
		inventories = &inventoriesF64
	}
	switch isa {
	case Plain:
		return &inventories[0], true
	case AVX2:
		return &inventories[1], true
	case AVX512:
		return &inventories[2], true
	}
	return nil, false
}

// The inventories of plain Go, AVX2 and AVX-512.
var (
	inventoriesF32 = [...]Inventory{
		{},
		{Columns: []int{8}, Vectors: 4, Codelets: codeletFormsF32[5:]},
		{Columns: []int{16, 8}, Sixteen: 16, Vectors: 4, Codelets: codeletFormsF32},
	}
	inventoriesF64 = [...]Inventory{
		{},
		{Columns: []int{4}, Vectors: 2, Codelets: codeletFormsF64[4:]},
		{Columns: []int{8, 4}, Sixteen: 8, Vectors: 2, Codelets: codeletFormsF64},
	}
	// Forms of AVX-512, then those of AVX2.
	codeletFormsF32 = []CodeletForm{
		{N: 64, Lanes: 16}, {N: 128, Lanes: 16}, {N: 256, Lanes: 16}, {N: 512, Lanes: 16}, {N: 1024, Lanes: 16},
		{N: 16, Lanes: 8, Sorts: true}, {N: 32, Lanes: 8, Sorts: true},
		{N: 64, Lanes: 8}, {N: 128, Lanes: 8}, {N: 256, Lanes: 8}, {N: 512, Lanes: 8}, {N: 1024, Lanes: 8},
	}
	codeletFormsF64 = []CodeletForm{
		{N: 64, Lanes: 8}, {N: 128, Lanes: 8}, {N: 256, Lanes: 8}, {N: 512, Lanes: 8},
		{N: 16, Lanes: 4}, {N: 32, Lanes: 4}, {N: 64, Lanes: 4}, {N: 128, Lanes: 4}, {N: 256, Lanes: 4}, {N: 512, Lanes: 4},
	}
)

// Codelet is the form of the codelet for rows of n numbers, false without one.
func (i *Inventory) Codelet(n int) (CodeletForm, bool) {
	for _, c := range i.Codelets {
		if c.N == n {
			return c, true
		}
	}
	return CodeletForm{}, false
}

// Radices are those of the passes, over columns if it has them.
func (c CodeletForm) Radices() []int {
	if c.Sorts {
		return []int{4, c.N / 4}
	}
	switch m := c.N / c.Lanes; m {
	case 16:
		return []int{4, 4}
	case 32:
		return []int{4, 8}
	case 64:
		return []int{8, 8}
	case 128:
		return []int{4, 4, 8}
	default:
		return []int{m}
	}
}
