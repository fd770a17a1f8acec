#include "engine/analyze/names/shape_words.h"

#include <gtest/gtest.h>

#include "abi/inputs/shape_link.h"
#include "engine/analyze/names/input_text.h"
#include "engine/expr/traced_test.h"

namespace sleave {
namespace {

class Shapes : public testing::Test {
 protected:
  void link(const std::string& text, unsigned own, std::uint8_t byte, unsigned flags = 0, std::uint64_t pool = 77) {
    traced_.input(++names_, text, {byte});
    traced_.trace.inputs.back().base =
        static_cast<std::int64_t>(std::uint64_t{SLEAVE_LINK_MARK} << 48 | pool << SLEAVE_LINK_POOL_SHIFT | flags | own);
  }
  void number(const std::string& text, std::uint8_t byte) { traced_.input(++names_, text, {byte}); }

  std::vector<std::string> shown() {
    std::vector<std::string> lines;
    for (const FindingInput& input : finding_inputs(traced_.trace)) lines.push_back(input.name + " = " + input.value);
    return lines;
  }

  expr::Traced traced_;
  std::uint64_t names_ = 0;
};

using Lines = std::vector<std::string>;

TEST_F(Shapes, ACircle) {
  link("list", 1, 1);
  number("list->key", 5);
  link("list->next", 2, 1);
  link("list->next->next", 3, 2);
  EXPECT_EQ(shown(), (Lines{"list = new node", "list->key = 5", "list->next = new node", "list->next->next = list"}));
}

TEST_F(Shapes, NodesThatDoNotExistAreLeftOut) {
  link("tree", 1, 1);
  link("tree->left", 2, 0);
  link("tree->right", 3, 1);
  number("tree->left->key", 7);
  link("tree->left->left", 0, 1);
  number("tree->right->key", 8);
  link("tree->right->left", 0, 0);
  link("tree->right->right", 0, 3);
  EXPECT_EQ(shown(), (Lines{"tree = new node", "tree->left = null", "tree->right = new node", "tree->right->key = 8",
                            "tree->right->left = null", "tree->right->right = tree->right"}));
}

TEST_F(Shapes, NodesOfMissingNodesAreLeftOut) {
  link("list", 1, 0);
  link("list->next", 2, 1);
  number("list->next->key", 3);
  EXPECT_EQ(shown(), (Lines{"list = null"}));
}

TEST_F(Shapes, RootsThatCannotBeNull) {
  link("ab[0]", 1, 0, SLEAVE_LINK_NOT_NULL);
  link("ab[1]", 2, 1, SLEAVE_LINK_NOT_NULL);
  link("other", 1, 1, 0, 78);
  EXPECT_EQ(shown(), (Lines{"ab[0] = new node", "ab[1] = ab[0]", "other = new node"}));
}

// Of a whole shape several links could have had the same new node.
TEST_F(Shapes, AnAliasIsNamedByTheLinkThatHoldsTheNode) {
  link("g", 1, 1);
  link("g->a", 2, 0);
  link("g->b", 2, 1);
  link("g->b->a", 3, 3);
  EXPECT_EQ(shown().back(), "g->b->a = g->b");
}

TEST_F(Shapes, ARingEndsAtItsFirstNode) {
  link("ring", 1, 1);
  link("ring->next", 2, 1, SLEAVE_LINK_RING);
  link("ring->next->next", 3, 0, SLEAVE_LINK_RING);
  EXPECT_EQ(shown().back(), "ring->next->next = ring");
}

TEST_F(Shapes, LongPathsAreWrittenOut) {
  EXPECT_EQ(written_out("list->next{3}->key"), "list->next->next->next->key");
  EXPECT_EQ(written_out("t->l->r{2}->l{2}"), "t->l->r->r->l->l");
  for (const char* plain : {"", "{3}", "n{3}", "list->next{", "list->next{x}", "list->next{999}", "a[1]->b"}) {
    EXPECT_EQ(written_out(plain), plain);
  }
  link("list", 1, 1);
  link("list->next", 2, 1);
  link("list->next->next", 3, 1);
  link("list->next{3}", 4, 0);
  number("list->next{3}->key", 1);
  EXPECT_EQ(shown().back(), "list->next->next->next = null");
}

TEST_F(Shapes, OtherInputsAreNoLinks) {
  traced_.input(1, "n", {1});
  traced_.trace.inputs.back().base = -100;
  EXPECT_FALSE(is_shape_link(traced_.trace.inputs.back()));
  EXPECT_EQ(shown(), (Lines{"n = -99"}));
}

}  // namespace
}  // namespace sleave
