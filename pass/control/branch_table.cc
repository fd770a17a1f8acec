#include "pass/control/branch_table.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "abi/branches.h"

namespace sleave {

namespace {

std::string pathOf(const llvm::DIFile* file) {
  if (!file) return "";
  if (llvm::sys::path::is_absolute(file->getFilename()) || file->getDirectory().empty())
    return file->getFilename().str();
  return (file->getDirectory() + "/" + file->getFilename()).str();
}

// One text for all functions of the module that name it; the linker joins those of several modules.
llvm::Constant* textConstant(llvm::Module& module, llvm::StringRef text) {
  const std::string name = ("sleave.text." + text).str();
  if (llvm::GlobalVariable* known = module.getGlobalVariable(name, /*AllowInternal=*/true)) return known;
  llvm::Constant* bytes = llvm::ConstantDataArray::getString(module.getContext(), text);
  auto* constant = new llvm::GlobalVariable(module, bytes->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::PrivateLinkage, bytes, name);
  constant->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  constant->setAlignment(llvm::Align(1));
  return constant;
}

// Collects the table of one function.
class Table {
 public:
  Table(llvm::Function& function, llvm::ArrayRef<llvm::BasicBlock*> blocks) : function_(function), blocks_(blocks) {
    for (size_t i = 0; i < blocks.size(); ++i) mark_[blocks[i]] = static_cast<uint32_t>(i);
    if (const llvm::DISubprogram* program = function.getSubprogram()) {
      file_ = number(pathOf(program->getFile()));
      line_ = program->getLine();
    }
    for (llvm::BasicBlock& block : function) addSides(*block.getTerminator());
    for (llvm::BasicBlock* block : blocks) addLines(*block);
  }

  llvm::GlobalVariable* emit(llvm::GlobalVariable* marks) const {
    // The type must be known before the distances from its fields are.
    llvm::Module& module = *function_.getParent();
    llvm::LLVMContext& context = module.getContext();
    auto* word = llvm::Type::getInt64Ty(context);
    auto* half = llvm::Type::getInt32Ty(context);
    auto* files = llvm::ArrayType::get(word, files_.size());
    auto* rest = llvm::ArrayType::get(half, words_.size() + lines_.size());
    auto* type = llvm::StructType::get(context, {word, word, half, half, half, half, half, half, files, rest});
    auto* table = new llvm::GlobalVariable(module, type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
                                           nullptr, "sleave.branches");
    table->setSection(SLEAVE_BRANCH_SECTION);
    table->setAlignment(llvm::Align(8));

    const auto count = [&](size_t value) { return llvm::ConstantInt::get(half, value); };
    const auto distance = [&](llvm::Constant* target, llvm::ArrayRef<unsigned> field) {
      llvm::SmallVector<llvm::Constant*, 3> indices = {count(0)};
      for (unsigned index : field) indices.push_back(count(index));
      llvm::Constant* from = llvm::ConstantExpr::getInBoundsGetElementPtr(type, table, indices);
      return llvm::ConstantExpr::getSub(llvm::ConstantExpr::getPtrToInt(target, word),
                                        llvm::ConstantExpr::getPtrToInt(from, word));
    };
    llvm::SmallVector<llvm::Constant*, 8> paths;
    for (const auto& [path, index] : files_) paths.push_back(distance(textConstant(module, path), {8, index}));
    llvm::SmallVector<uint32_t, 64> words(words_);
    words.append(lines_.begin(), lines_.end());
    table->setInitializer(llvm::ConstantStruct::get(
        type, {distance(marks, {0}), distance(textConstant(module, function_.getName()), {1}), count(blocks_.size()),
               count(file_), count(line_), count(files_.size()), count(words_.size() / kSideWords),
               count(lines_.size() / kLineWords), llvm::ConstantArray::get(files, paths),
               llvm::ConstantDataArray::get(context, words)}));
    return table;
  }

 private:
  static constexpr size_t kSideWords = sizeof(sleave_branch_side) / sizeof(uint32_t);
  static constexpr size_t kLineWords = sizeof(sleave_branch_line) / sizeof(uint32_t);

  uint32_t number(const std::string& path) {
    return files_.insert({path, static_cast<uint32_t>(files_.size())}).first->second;
  }

  void addSides(const llvm::Instruction& terminator) {
    llvm::SmallVector<sleave_branch_side, 4> sides;
    const auto add = [&](const llvm::BasicBlock* target, sleave_side_kind kind, uint64_t value) {
      const auto found = mark_.find(target);
      if (found != mark_.end()) sides.push_back({found->second, branches_, kind, 0, 0, 0, 0, value});
    };
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator); branch && branch->isConditional()) {
      add(branch->getSuccessor(0), SLEAVE_SIDE_TRUE, 0);
      add(branch->getSuccessor(1), SLEAVE_SIDE_FALSE, 0);
    } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) {
      for (const auto& one : choice->cases()) {
        add(one.getCaseSuccessor(), SLEAVE_SIDE_CASE,
            one.getCaseValue()->getValue().extractBitsAsZExtValue(std::min(64u, one.getCaseValue()->getBitWidth()), 0));
      }
      add(choice->getDefaultDest(), SLEAVE_SIDE_DEFAULT, 0);
    }
    if (sides.size() < 2) return;
    ++branches_;
    const sleave_branch_side place = placeOf(terminator);
    for (const sleave_branch_side& side : sides) {
      words_.append({side.mark, side.branch, side.kind, place.file, place.line, place.column, place.twin, 0,
                     static_cast<uint32_t>(side.value), static_cast<uint32_t>(side.value >> 32)});
    }
  }

  sleave_branch_side placeOf(const llvm::Instruction& terminator) {
    sleave_branch_side side{};
    const llvm::DILocation* place = terminator.getDebugLoc().get();
    if (!place || place->getLine() == 0) return side;
    side.file = number(pathOf(place->getFile()));
    side.line = place->getLine();
    side.column = place->getColumn();
    side.twin = twins_[{side.file, side.line, side.column, place->getInlinedAt()}]++;
    return side;
  }

  void addLines(const llvm::BasicBlock& block) {
    llvm::SmallSetVector<std::pair<uint32_t, uint32_t>, 8> seen;
    for (const llvm::Instruction& instruction : block) {
      const llvm::DILocation* place = instruction.getDebugLoc().get();
      if (!place || place->getLine() == 0 || llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
      seen.insert({number(pathOf(place->getFile())), place->getLine()});
    }
    for (const auto& [file, line] : seen) lines_.append({mark_.lookup(&block), file, line});
  }

  llvm::Function& function_;
  llvm::ArrayRef<llvm::BasicBlock*> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, uint32_t> mark_;
  llvm::MapVector<std::string, uint32_t, std::map<std::string, unsigned>> files_;
  uint32_t file_ = 0;
  uint32_t line_ = 0;
  uint32_t branches_ = 0;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, const llvm::DILocation*>, uint32_t> twins_;
  llvm::SmallVector<uint32_t, 64> words_;  // of the sides
  llvm::SmallVector<uint32_t, 64> lines_;
};

}  // namespace

llvm::GlobalVariable* describeMarks(llvm::Function& function, llvm::GlobalVariable* marks,
                                    llvm::ArrayRef<llvm::BasicBlock*> blocks) {
  return Table(function, blocks).emit(marks);
}

}  // namespace sleave
